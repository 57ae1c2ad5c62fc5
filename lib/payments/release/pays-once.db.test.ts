import { describe, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { confirmLines } from '@/lib/payments/confirm/confirm.server'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { DEFAULT_PAYMENT_POLICY } from '@/lib/payments/gate/gate'
import { paymentPolicySetting } from '@/lib/payments/policy.server'
import { UNKNOWN_SETTINGS } from '@/lib/payments/profiles/presets'
import { createProfile } from '@/lib/payments/profiles/profiles.server'
import { lockRun } from '@/lib/payments/release/lock.server'
import { releaseLines } from '@/lib/payments/release/release.server'
import {
  createAnsweredRun,
  newPayments,
  readReleaseFile,
  release,
  releaseRequest,
} from '@/lib/payments/release/testing/fixtures'
import { recordHeldNotSent } from '@/lib/payments/release/withdraw.server'
import { readPaymentRun } from '@/lib/payments/runs.server'
import { createPeople } from '@/lib/payments/testing/people'
import { approveLine, readGates } from '@/lib/payments/testing/run'
import { db, violatedConstraint } from '@/lib/platform/db.server'
import { countLockWaits } from '@/lib/platform/testing/locks'
import { codeOf, refusalOf } from '@/lib/platform/testing/refusals'

const [analyst, reviewer, second] = await createPeople()

const noDuplicate = { kind: 'not_duplicate' as const, lines: [1], reason: 'A second invoice.' }

describe('a payment', () => {
  it('is a possible duplicate again when an equal one is released after the confirmation', async () => {
    const lines = newPayments(1)
    const [first, again, third] = [
      await createAnsweredRun(analyst, lines),
      await createAnsweredRun(analyst, lines),
      await createAnsweredRun(analyst, lines),
    ]
    await release(first, reviewer)
    await Promise.all([again, third].map(computeGates))
    for (const id of [again, third]) await confirmLines(id, noDuplicate, reviewer)
    const before = await releaseRequest(third)
    await release(again, second)
    expect(await codeOf(releaseLines(third, before, reviewer))).toBe('run_changed')
    expect(await readGates(third)).toEqual({ 1: 'held possible_duplicate' })
    await confirmLines(third, noDuplicate, reviewer)
    expect(await codeOf(release(third, second))).toBe('done')
  })

  it('is a possible duplicate again when a held file is downloaded after the confirmation', async () => {
    const lines = newPayments(2)
    const [held, paid, again] = [
      await createAnsweredRun(analyst, lines),
      await createAnsweredRun(analyst, lines.slice(1)),
      await createAnsweredRun(analyst, lines.slice(1)),
    ]
    await release(held, reviewer, [1])
    await release(paid, reviewer)
    await computeGates(again)
    const { download } = await db().$transaction(async (tx) => {
      await lockRun(tx, held, analyst.actor)
      const download = readReleaseFile(held, 1, 'held', analyst)
      await expect.poll(countLockWaits).toBeGreaterThan(0)
      await confirmLines(again, noDuplicate, reviewer)
      return { download }
    })
    await download
    await computeGates(again)
    expect(await readGates(again)).toEqual({ 1: 'held possible_duplicate' })
  })

  it('is a possible duplicate while an equal one is in a downloaded held file of another run', async () => {
    const lines = newPayments(2)
    const first = await createAnsweredRun(analyst, lines)
    const again = await createAnsweredRun(analyst, lines.slice(1))
    const before = await releaseRequest(again)
    await release(first, reviewer, [1])
    await computeGates(again)
    expect(await readGates(again)).toEqual({ 1: 'clear match' })
    await readReleaseFile(first, 1, 'held', analyst)
    expect(await codeOf(releaseLines(again, before, reviewer))).toBe('run_changed')
    expect(await readGates(again)).toEqual({ 1: 'held possible_duplicate' })
    await recordHeldNotSent(first, 1, reviewer)
    await computeGates(again)
    expect(await codeOf(release(again, reviewer))).toBe('done')
  })
})

describe('a held file that was downloaded', () => {
  it('can be recorded as not sent only by a second person: the command and the trigger refuse others', async () => {
    const both = await insertPerson('analyst', 'reviewer')
    const id = await createAnsweredRun(both, newPayments(2))
    await release(id, reviewer, [1])
    await readReleaseFile(id, 1, 'held', both)
    const written = (by: Person) =>
      db()
        .paymentRelease.updateMany({
          where: { uploadId: id },
          data: { heldNotSentAt: new Date(), heldNotSentById: by.actor.id },
        })
        .then(() => 'done', violatedConstraint)
    expect(await refusalOf(recordHeldNotSent(id, 1, both))).toBe('403 four_eyes')
    expect(await written(both)).toBe('payment_releases_not_sent_by_reviewer')
    await db().user.update({
      where: { id: second.actor.id },
      data: { decidesFrom: new Date(Date.now() + 60_000) },
    })
    expect(await refusalOf(recordHeldNotSent(id, 1, second))).toBe('403 decides_later')
    expect(await written(second)).toBe('second_person_waits')
    await db().user.update({ where: { id: second.actor.id }, data: { decidesFrom: null } })
    await recordHeldNotSent(id, 1, second)
  })
})

describe('four eyes', () => {
  it('apply to a decision even if the file has other spaces in the name', async () => {
    const lines = newPayments(1).map((line) => ({ ...line, name: ` ${line.name?.replace(' ', '   ')}` }))
    const id = await createAnsweredRun(analyst, lines, ['close_match'])
    await approveLine(id, 1, reviewer)
    expect(await readGates(id)).toEqual({ 1: 'corrected bank_name_adopted' })
    expect(await codeOf(release(id, reviewer))).toBe('release_own_decisions')
    expect(await codeOf(release(id, second))).toBe('done')
    const manifest = JSON.parse(await readReleaseFile(id, 1, 'manifest', second))
    expect(manifest.release.decidedBy).toMatchObject([{ id: reviewer.actor.id }])
  })
})

it('is not released on evidence that changed while its files were made, so that the manifest has the real evidence', async () => {
  const lines = newPayments(1)
  const id = await createAnsweredRun(analyst, lines, ['close_match'])
  await approveLine(id, 1, reviewer, {})
  const before = await releaseRequest(id)
  const { released } = await db().$transaction(async (tx) => {
    await lockRun(tx, id, second.actor)
    const released = codeOf(releaseLines(id, before, second))
    await expect.poll(countLockWaits).toBeGreaterThan(0)
    const { iban, name } = lines[0] as { iban: string; name: string }
    await db().$executeRaw`
      insert into verifications (id, environment, source, iban, name, name_search, country, status, match_result,
                                 requested_by_id, answered_at)
      values (gen_random_uuid(), 'live', 'single', ${iban}, ${name}, lower(${name}), 'DE', 'completed', 'match',
              ${analyst.actor.id}::uuid, now())`
    return { released }
  })
  expect(await released).toBe('run_changed')
  expect(await readGates(id)).toEqual({ 1: 'clear match' })
  expect(await codeOf(release(id, second))).toBe('done')
})

it('is not released under a policy or a name limit that changed while its files were made', async () => {
  const id = await createAnsweredRun(analyst, newPayments(1))
  const input = await releaseRequest(id)
  const changes = [
    () => paymentPolicySetting.save({ ...DEFAULT_PAYMENT_POLICY, maxAgeDays: 20 }),
    () =>
      createProfile(
        { bic: 'BYLADEM1', name: 'DKB', settings: { ...UNKNOWN_SETTINGS, nameCap: 35 } },
        second.auditActor,
      ),
  ]
  for (const change of changes) {
    const { released } = await db().$transaction(async (tx) => {
      await lockRun(tx, id, second.actor)
      const released = codeOf(releaseLines(id, input, second))
      await expect.poll(countLockWaits).toBeGreaterThan(0)
      await change()
      return { released }
    })
    expect(await released).toBe('run_changed')
  }
  expect(await codeOf(releaseLines(id, input, second))).toBe('done')
})

it('is not released if its corrected names would be cut elsewhere than the page showed', async () => {
  await db().bankProfile.deleteMany()
  const id = await createAnsweredRun(analyst, newPayments(1), ['close_match'])
  await approveLine(id, 1, reviewer)
  const seen = await releaseRequest(id)
  const { nameCap } = await readPaymentRun(id, reviewer.actor)
  const input = { ...seen, expected: { ...seen.expected, nameCap } }
  const settings = { ...UNKNOWN_SETTINGS, nameCap: 10 }
  await createProfile({ bic: 'BYLADEM1', name: 'DKB', settings }, second.auditActor)
  expect(await codeOf(releaseLines(id, input, second))).toBe('run_changed')
  const now = { ...seen, expected: { ...seen.expected, nameCap: 10 } }
  expect(await codeOf(releaseLines(id, now, second))).toBe('done')
  expect(await readReleaseFile(id, 1, 'released', second)).toContain('<Nm>Registered</Nm>')
  const { releasesMade } = await readPaymentRun(id, second.actor)
  expect(releasesMade).toMatchObject([{ nameCap: 10, cutNames: 1 }])
})

it('the manifest has the gates as computed at the release, even if the stored ones are outdated', async () => {
  const id = await createAnsweredRun(analyst, newPayments(3))
  const input = await releaseRequest(id, [1])
  await db().$executeRaw`
    update verifications set answered_at = now() - interval '40 days' where id in (
      select verification_id from upload_rows where upload_id = ${id}::uuid and number = 2)`
  await db().$executeRaw`
    update payment_lines set gate = 'clear', gate_reason = 'approved' where upload_id = ${id}::uuid and number = 1`
  await releaseLines(id, input, reviewer)
  const { lines } = JSON.parse(await readReleaseFile(id, 1, 'manifest', reviewer))
  expect(lines.map(({ gate, reason }: Record<string, string>) => `${gate} ${reason}`)).toEqual([
    'clear match',
    'held too_old',
    'clear match',
  ])
})
