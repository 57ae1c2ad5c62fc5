import { describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { DEFAULT_PAYMENT_POLICY } from '@/lib/payments/gate/gate'
import { readStoredLines } from '@/lib/payments/lines/read.server'
import { paymentPolicySetting } from '@/lib/payments/policy.server'
import { UNKNOWN_SETTINGS } from '@/lib/payments/profiles/presets'
import { createProfile, deleteProfile } from '@/lib/payments/profiles/profiles.server'
import { downloadFile } from '@/lib/payments/release/download.server'
import { releaseLines } from '@/lib/payments/release/release.server'
import {
  createAnsweredRun,
  newPayments,
  readEndToEndIds,
  readReleaseFile,
  release,
  releaseRequest,
} from '@/lib/payments/release/testing/fixtures'
import { recordHeldNotSent, withdrawRelease } from '@/lib/payments/release/withdraw.server'
import { readPaymentRun } from '@/lib/payments/runs.server'
import { createPeople } from '@/lib/payments/testing/people'
import { ordersOf, readGates, storeAnswers, uploadOrders } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { codeOf } from '@/lib/platform/testing/refusals'

const [analyst, reviewer, second] = await createPeople()

const DEFAULT_TERMS = { policy: DEFAULT_PAYMENT_POLICY, nameCap: 70 }
const SHORT_NAMES = { bic: 'BYLADEM1', name: 'DKB', settings: { ...UNKNOWN_SETTINGS, nameCap: 35 } }

const left = (id: string) => db().paymentLine.count({ where: { uploadId: id, releaseId: { not: null } } })
const audited = async (id: string) =>
  (await db().auditEntry.findMany({ where: { objectId: id }, orderBy: { seq: 'asc' } }))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('payment.'))

describe('a release', () => {
  it('makes a file with the clear lines and one with the rest, and together they are the original', async () => {
    const id = await createAnsweredRun(analyst, newPayments(4), ['match', 'no_match', 'match', null], 'PAY-7')
    expect(await release(id, reviewer)).toEqual({ number: 1 })
    expect(readEndToEndIds(await readReleaseFile(id, 1, 'released', analyst))).toEqual(['E-1', 'E-3'])
    const held = await readReleaseFile(id, 1, 'held', reviewer)
    expect(readEndToEndIds(held)).toEqual(['E-2', 'E-4'])
    expect(held).toContain('<MsgId>PAY-7-H1</MsgId>')
    const { releasesMade, gates } = await readPaymentRun(id, reviewer.actor)
    expect(releasesMade).toMatchObject([
      {
        ...{ number: 1, messageId: 'PAY-7-R1', heldMessageId: 'PAY-7-H1', lines: 2, heldLines: 2 },
        ...{ sums: { EUR: '200.00' }, heldSums: { EUR: '200.00' }, difference: { EUR: '0.00' } },
        files: [
          { part: 'released', fileName: 'suppliers-release-1.xml', downloadedAt: expect.any(String) },
          { part: 'held', fileName: 'suppliers-held-1.xml' },
          { part: 'manifest', fileName: 'suppliers-release-1-manifest.json' },
        ],
      },
    ])
    expect(gates.released).toEqual({ lines: 2, sums: { EUR: '200.00' } })
    expect(await audited(id)).toEqual([
      'payment.released',
      'payment.file_downloaded',
      'payment.file_downloaded',
    ])
  })

  it('has a manifest with hashes, sums, people, policy, the longest name, and the gate and evidence of each line, but no payee', async () => {
    const lines = newPayments(2)
    const id = await createAnsweredRun(analyst, lines, ['match', 'no_match'])
    await release(id, reviewer)
    const text = await readReleaseFile(id, 1, 'manifest', reviewer)
    const files = await db().paymentFile.findMany({ where: { release: { uploadId: id } } })
    expect(JSON.parse(text)).toMatchObject({
      release: { number: 1, releasedBy: { name: reviewer.actor.name }, ...DEFAULT_TERMS },
      files: [
        { part: 'released', sha256: files.find(({ part }) => part === 'released')?.sha256 },
        { part: 'held', sha256: files.find(({ part }) => part === 'held')?.sha256 },
      ],
      difference: { EUR: '0.00' },
      lines: [
        { number: 1, part: 'released', gate: 'clear', reason: 'match', verificationId: expect.any(String) },
        { number: 2, part: 'held', gate: 'waiting', reason: 'decision_open' },
      ],
    })
    for (const { iban, name } of lines) {
      expect(text).not.toContain(iban)
      expect(text).not.toContain(name)
    }
  })

  it('shows the hash of a file, which would prove a guessed line, to people who see its values only', async () => {
    const id = await createAnsweredRun(analyst, newPayments(1))
    await release(id, reviewer)
    const hashesFor = async ({ actor }: typeof reviewer) =>
      (await readPaymentRun(id, actor)).releasesMade.flatMap(({ files }) => files.map((file) => file.sha256))
    expect((await hashesFor(reviewer)).every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true)
    expect(new Set(await hashesFor(await insertPerson('admin')))).toEqual(new Set(['']))
  })

  it('keeps the policy and the longest name with which it was made', async () => {
    const id = await createAnsweredRun(analyst, newPayments(2))
    const { id: profile } = await createProfile(SHORT_NAMES, reviewer.auditActor)
    await release(id, reviewer, [1])
    await deleteProfile(profile, reviewer.auditActor)
    const policy = { ...DEFAULT_PAYMENT_POLICY, maxAgeDays: 20 }
    await paymentPolicySetting.save(policy)
    await release(id, reviewer)
    await db().setting.delete({ where: { key: paymentPolicySetting.key } })
    const { releasesMade } = await readPaymentRun(id, reviewer.actor)
    expect(releasesMade).toMatchObject([
      { number: 2, policy, nameCap: 70, cutNames: 0 },
      { number: 1, policy: DEFAULT_PAYMENT_POLICY, nameCap: 35, cutNames: 0 },
    ])
    for (const { number, policy, nameCap } of releasesMade) {
      const { release: made } = JSON.parse(await readReleaseFile(id, number, 'manifest', reviewer))
      expect(made).toMatchObject({ policy, nameCap })
    }
  })

  it('takes only the lines that have become clear since the last release', async () => {
    const id = await createAnsweredRun(analyst, newPayments(3), ['match', 'match', null])
    await release(id, reviewer, [2])
    await release(id, second)
    expect(readEndToEndIds(await readReleaseFile(id, 2, 'released', analyst))).toEqual(['E-1'])
    expect(readEndToEndIds(await readReleaseFile(id, 2, 'held', analyst))).toEqual(['E-3'])
    const { releasesMade } = await readPaymentRun(id, reviewer.actor)
    expect(releasesMade.map(({ difference }) => difference)).toEqual([{ EUR: '0.00' }, { EUR: '0.00' }])
  })

  it('is refused, with the current gates, if the run isn’t what the page showed', async () => {
    const id = await createAnsweredRun(analyst, newPayments(2), ['match', 'no_match'])
    const input = await releaseRequest(id)
    const other = { ...input, expected: { lines: 1, sums: { EUR: '99.00' } } }
    await expect(releaseLines(id, other, reviewer)).rejects.toMatchObject({
      ...{ status: 409, code: 'run_changed' },
      extra: { gates: { clear: { lines: 1, sums: { EUR: '100.00' } }, waiting: { lines: 1 } }, lines: [] },
    })
    await expect(
      releaseLines(id, { lines: [1, 2], expected: { lines: 2, sums: { EUR: '200' } } }, reviewer),
    ).rejects.toMatchObject({ code: 'run_changed' })
    expect(await left(id)).toBe(0)
    expect(await db().paymentRelease.count({ where: { uploadId: id } })).toBe(0)
  })

  it('is refused to somebody who was signed out while the files were cut', async () => {
    const id = await createAnsweredRun(analyst, newPayments(2))
    const gone = await insertPerson('reviewer')
    await db().session.update({ where: { id: gone.actor.sessionId }, data: { revokedAt: new Date() } })
    expect(await codeOf(release(id, gone))).toBe('session_required')
    expect(await left(id)).toBe(0)
  })

  it('is refused, for a stable reason, if the file was altered after its totals were written', async () => {
    const lines = newPayments(2)
    const xml = ordersOf(lines, 'ALTERED').replace('</NbOfTxs>', '</NbOfTxs><CtrlSum>200.00</CtrlSum>')
    const altered = xml.replace('>100.00</InstdAmt>', '>9100.00</InstdAmt>')
    const id = await uploadOrders(analyst, lines, altered)
    await readStoredLines(id)
    await storeAnswers(id, { 1: 'match', 2: 'no_match' })
    expect(await codeOf(release(id, reviewer))).toBe('run_totals_differ')
    // a run that was read before Accord compared totals
    await db().paymentRun.update({ where: { uploadId: id }, data: { whole: null } })
    expect(await codeOf(release(id, reviewer))).toBe('run_totals_differ')
    expect(await left(id)).toBe(0)
  })

  it('sends IDs and sums to webhooks', async () => {
    const webhook = { url: 'https://erp.example.com/', events: ['payment_run.released'] }
    const { id: webhookId } = await db().webhook.create({
      data: { ...webhook, secretCipher: new Uint8Array(), createdById: reviewer.actor.id } as never,
    })
    const lines = newPayments(2)
    const id = await createAnsweredRun(analyst, lines, ['match', 'no_match'])
    await release(id, reviewer)
    const [{ payload } = { payload: '' }] = await db().webhookDelivery.findMany({ where: { webhookId } })
    expect(JSON.parse(payload)).toMatchObject({
      event: 'payment_run.released',
      paymentRun: { id },
      release: { number: 1, lines: 1, sums: { EUR: '100.00' }, held: { lines: 1, sums: { EUR: '100.00' } } },
    })
    for (const { iban, name } of lines) expect(payload).not.toMatch(new RegExp(`${iban}|${name}`))
    await db().webhook.update({ where: { id: webhookId }, data: { disabledAt: new Date() } })
  })
})

describe('the people of a release', () => {
  it('are reviewers who did not upload the run', async () => {
    const both = await insertPerson('analyst', 'reviewer')
    const id = await createAnsweredRun(both, newPayments(1))
    expect(await codeOf(release(id, both))).toBe('four_eyes')
    expect(await codeOf(release(id, await insertPerson('admin')))).toBe('role_required')
    expect(await codeOf(release(id, analyst))).toBe('not_found')
    expect(await codeOf(release(id, reviewer))).toBe('done')
  })

  it('can download its files, unless they see masked names', async () => {
    const id = await createAnsweredRun(analyst, newPayments(1))
    await release(id, reviewer)
    for (const part of ['released', 'manifest'] as const)
      for (const by of [await insertPerson('admin'), await insertPerson()])
        expect(await codeOf(downloadFile({ id, number: 1, part }, by))).toBe('not_found')
    expect(await codeOf(downloadFile({ id, number: 1, part: 'held' }, reviewer))).toBe('not_found')
  })
})

describe('withdrawing a release', () => {
  it('frees its lines and removes its known IBANs, and is refused after the first download', async () => {
    const id = await createAnsweredRun(analyst, newPayments(2))
    await release(id, reviewer, [1])
    const known = await db().supplierIban.findMany({ where: { releaseId: { in: await releaseIds(id) } } })
    const { releasedAt } = await db().paymentRelease.findFirstOrThrow({ where: { uploadId: id } })
    expect(known.map(({ at }) => at)).toEqual([releasedAt])
    await withdrawRelease(id, 1, second)
    expect(await left(id)).toBe(0)
    expect(await db().supplierIban.count({ where: { releaseId: { in: await releaseIds(id) } } })).toBe(0)
    expect(await codeOf(withdrawRelease(id, 1, second))).toBe('release_withdrawn')
    expect(await codeOf(downloadFile({ id, number: 1, part: 'released' }, reviewer))).toBe(
      'release_withdrawn',
    )
    await release(id, reviewer)
    await readReleaseFile(id, 2, 'manifest', reviewer)
    await readReleaseFile(id, 2, 'released', reviewer)
    expect(await codeOf(withdrawRelease(id, 2, reviewer))).toBe('release_downloaded')
    expect(await left(id)).toBe(2)
  })

  it('is possible only for the latest release, so that each line is in exactly one file', async () => {
    const id = await createAnsweredRun(analyst, newPayments(3))
    await release(id, reviewer, [1])
    await release(id, reviewer, [2])
    expect(await codeOf(withdrawRelease(id, 1, reviewer))).toBe('release_superseded')
    await withdrawRelease(id, 2, reviewer)
    await withdrawRelease(id, 1, reviewer)
    expect(await left(id)).toBe(0)
  })

  it('and its first download exclude each other when they happen at the same moment', async () => {
    const id = await createAnsweredRun(analyst, newPayments(2))
    for (let number = 1; number <= 3; number++) {
      await release(id, reviewer, [1])
      const outcome = await Promise.all([
        codeOf(withdrawRelease(id, number, second)),
        codeOf(downloadFile({ id, number, part: 'released' }, reviewer)),
      ])
      expect([
        ['done', 'release_withdrawn'],
        ['release_downloaded', 'done'],
      ]).toContainEqual(outcome)
      if (outcome[1] === 'done') return
    }
  })
})
const releaseIds = async (id: string) =>
  (await db().paymentRelease.findMany({ where: { uploadId: id } })).map((one) => one.id)

describe('a held file', () => {
  it('holds its lines once it is downloaded, until a reviewer records that it was not sent', async () => {
    const id = await createAnsweredRun(analyst, newPayments(3))
    await release(id, reviewer, [1])
    const input = await releaseRequest(id)
    await readReleaseFile(id, 1, 'held', analyst)
    expect(await codeOf(releaseLines(id, input, reviewer))).toBe('run_changed')
    await computeGates(id)
    expect(await readGates(id)).toMatchObject({ 2: 'held held_file_out', 3: 'held held_file_out' })
    expect(await codeOf(recordHeldNotSent(id, 1, analyst))).toBe('role_required')
    await recordHeldNotSent(id, 1, reviewer)
    await computeGates(id)
    expect(await codeOf(release(id, reviewer))).toBe('done')
    expect(await codeOf(downloadFile({ id, number: 1, part: 'held' }, analyst))).toBe('held_file_not_sent')
  })

  it('can’t be downloaded once one of its lines is released', async () => {
    const id = await createAnsweredRun(analyst, newPayments(3))
    await release(id, reviewer, [1])
    await release(id, reviewer, [2])
    expect(await codeOf(downloadFile({ id, number: 1, part: 'held' }, analyst))).toBe('held_file_superseded')
    expect(await codeOf(downloadFile({ id, number: 2, part: 'held' }, analyst))).toBe('done')
    expect(await codeOf(downloadFile({ id, number: 1, part: 'held' }, analyst))).toBe('held_file_superseded')
    expect(await codeOf(recordHeldNotSent(id, 1, reviewer))).toBe('held_file_not_downloaded')
  })

  it('is either downloaded, or its lines are released, when two people try at the same moment', async () => {
    for (let round = 0; round < 3; round++) {
      const id = await createAnsweredRun(analyst, newPayments(2))
      await release(id, reviewer, [1])
      const input = await releaseRequest(id)
      const outcome = await Promise.all([
        codeOf(releaseLines(id, input, reviewer)),
        codeOf(downloadFile({ id, number: 1, part: 'held' }, analyst)),
      ])
      expect([
        ['done', 'held_file_superseded'],
        ['run_changed', 'done'],
      ]).toContainEqual(outcome)
    }
  })
})
