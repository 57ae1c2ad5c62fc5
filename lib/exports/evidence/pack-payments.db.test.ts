import { createHash, randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { uploadPack } from '@/lib/exports/evidence/pack.server'
import { packBytes, verdictOf } from '@/lib/exports/testing/pack'
import { createSigningKey } from '@/lib/exports/testing/tamper'
import { createTestRun, numberLines, paymentTo, storeAnswers, storeRelease } from '@/lib/payments/testing/run'
import { encrypt } from '@/lib/platform/crypto.server'
import { db } from '@/lib/platform/db.server'
import { allowRedaction } from '@/lib/retention/strip.server'

process.env.SIGNING_KEY = createSigningKey()

const RELEASED = '<Document>released</Document>'
const HELD = '<Document>held</Document>'
let uploadId: string
let releaseId: string
let reviewer: Person

beforeAll(async () => {
  await insertConnection()
  const analyst = await insertPerson()
  reviewer = await insertPerson('reviewer')
  uploadId = await createTestRun(
    analyst,
    numberLines(paymentTo(730_001, { amount: '12.50' }), paymentTo(730_002)),
  )
  await storeAnswers(uploadId, { 1: 'match', 2: 'no_match' })
  releaseId = await storeRelease(uploadId, reviewer.actor.id, [1], { sums: { EUR: '12.50' }, heldLines: 1 })
  await keep('released', 'suppliers-release-1.xml', RELEASED)
  await keep('held', 'suppliers-held-1.xml', HELD)
  await keep('manifest', 'suppliers-manifest-1.json', JSON.stringify(manifest('12.50')))
  await db().paymentConfirmation.create({
    data: { uploadId, number: 1, kind: 'not_duplicate', reason: 'asked', byId: reviewer.actor.id },
  })
  await bankReport(analyst.actor.id)
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const fileOf = (part: string, fileName: string, text: string) => ({
  ...{ part, fileName, bytes: text.length, sha256: sha256(text) },
})

/** The manifest of the release, with this sum of the released lines. */
const manifest = (left: string) => ({
  run: { lines: 2, sums: { EUR: '112.50' } },
  released: { lines: 1, sums: { EUR: left } },
  held: { lines: 1, sums: { EUR: '100.00' } },
  leftEarlier: { lines: 0, sums: {} },
  difference: { EUR: '0.00' },
  files: [
    fileOf('released', 'suppliers-release-1.xml', RELEASED),
    fileOf('held', 'suppliers-held-1.xml', HELD),
  ],
  lines: [
    { number: 1, part: 'released' },
    { number: 2, part: 'held' },
  ],
})

const sealed = (part: string, content: string) =>
  encrypt(content, `payment_files|cipher|${releaseId}:${part}`)
const keep = (part: string, fileName: string, content: string) =>
  db().paymentFile.create({
    data: {
      ...{ releaseId, part, fileName, mediaType: 'application/xml' },
      ...{ bytes: content.length, sha256: sha256(content), cipher: sealed(part, content) },
    },
  })

async function bankReport(receivedById: string): Promise<void> {
  const id = randomUUID()
  const totals = { lines: 1, joined: 1, counted: 0, ambiguous: 0, unmatched: 0, codes: {} }
  const line = { position: 1, uploadId, number: 1, join: 'joined', code: 'RVMC' }
  await db().paymentReport.create({
    data: {
      ...{
        id,
        uploadId,
        number: 1,
        kind: 'pain002',
        about: 'vop',
        fileName: 'bank.xml',
        bytes: 11,
        sha256: '0',
      },
      cipher: encrypt('<Document/>', `payment_reports|cipher|${id}`),
      receivedById,
      joinedById: receivedById,
      summary: { totals, differs: 0, changed: [], legend: [], levels: [], notes: [], messageIds: [] },
      reportLines: { create: [{ ...line, texts: ['Holder Ltd'], bankName: 'Holder Ltd' }] },
    },
  })
}

/** Replaces a stored file, as an attacker with the keys and the database could. */
const replace = (part: string, content: string) =>
  db().$transaction(async (tx) => {
    await allowRedaction(tx)
    await tx.paymentFile.updateMany({ where: { part }, data: { cipher: sealed(part, content) } })
  })

const packOf = async () => packBytes(await uploadPack(uploadId, 'en', reviewer))

describe('the evidence pack of an upload with payments', () => {
  it('has no file of a release before its download, because a bank could pay it without anybody knowing', async () => {
    const pack = await packOf()
    expect(await verdictOf(pack)).toMatchObject({ genuine: true, payments: { releases: 1, files: 0 } })
    expect(Object.keys(unzipSync(pack)).filter((path) => path.includes('/release-1/'))).toEqual([
      'payments/release-1/release.json',
    ])
    await db().paymentRelease.update({
      where: { id: releaseId },
      data: { releasedDownloadedAt: new Date(), heldDownloadedAt: new Date() },
    })
  })

  it('contains the run, its lines and gates, the files of releases, and bank reports', async () => {
    const pack = await packOf()
    expect(await verdictOf(pack)).toMatchObject({ genuine: true, payments: { releases: 1, files: 2 } })
    const files = unzipSync(pack)
    const part = (path: string) => new TextDecoder().decode(files[`payments/${path}`])
    expect(JSON.parse(part('run.json'))).toMatchObject({
      format: 'accord-payment-run-1',
      policy: { maxAgeDays: 30 },
      run: {
        // made before a release kept them
        releasesMade: [{ number: 1, lines: 1, policy: null, nameCap: null }],
        reportsReceived: [{ number: 1 }],
      },
    })
    const lines = part('lines.jsonl').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { number: 1, gate: 'clear', reason: 'match', amount: '12.50', release: 1 },
      { number: 2, gate: 'waiting', release: null },
    ])
    expect(JSON.parse(part('confirmations.jsonl'))).toMatchObject({ number: 1, kind: 'not_duplicate' })
    expect(part('release-1/suppliers-release-1.xml')).toBe(RELEASED)
    expect(part('report-1/received/bank.xml')).toBe('<Document/>')
    expect(part('report-1/table.csv')).toContain('1;1;joined;RVMC;;Holder Ltd;Holder Ltd;Holder 730001;')
  })

  it('is rejected if a file of a release was replaced, even though the pack is signed', async () => {
    await replace('held', '<Document>HELD</Document>')
    const path = 'payments/release-1/suppliers-held-1.xml'
    expect(await verdictOf(await packOf())).toMatchObject({ genuine: false, kind: 'release_file', path })
    await replace('held', HELD)
  })

  it('is rejected if a release doesn’t add up to the original, even though the pack is signed', async () => {
    await replace('manifest', JSON.stringify(manifest('12.49')))
    const path = 'payments/release-1/release.json'
    expect(await verdictOf(await packOf())).toMatchObject({ genuine: false, kind: 'release_sums', path })
    await replace('manifest', JSON.stringify(manifest('12.50')))
  })

  it('has the run without the files that retention has deleted', async () => {
    await db().$transaction(async (tx) => {
      await allowRedaction(tx)
      await tx.paymentFile.deleteMany()
      await tx.paymentReport.updateMany({ data: { cipher: null } })
    })
    const pack = await packOf()
    expect(await verdictOf(pack)).toMatchObject({ genuine: true, payments: null })
    const paths = Object.keys(unzipSync(pack)).filter((path) => path.startsWith('payments/'))
    expect(paths).toEqual([
      'payments/run.json',
      'payments/lines.jsonl',
      'payments/confirmations.jsonl',
      'payments/report-1/table.csv',
    ])
  })
})
