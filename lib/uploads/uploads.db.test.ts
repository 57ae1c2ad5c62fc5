import { beforeEach, describe, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { listUploads, readUpload } from '@/lib/uploads/queries.server'
import { searchRows } from '@/lib/uploads/rows.server'
import { rowsSearch, uploadsQuerySchema } from '@/lib/uploads/schema'
import { lockUpload } from '@/lib/uploads/sending/lock.server'
import { keptRows, linesOf, requestOf, type TestRow } from '@/lib/uploads/testing/body'
import { runWorker } from '@/lib/uploads/testing/office'
import { backfillSetting } from '@/lib/upstream/enrichment.server'
import { Provider } from '@/service/testing/provider'

let provider: Provider

const analyst = await insertPerson()
beforeEach(async () => {
  provider = await new Provider().start()
  await insertConnection(provider.baseUrl)
  return () => provider.stop()
})

const sendRows = async (rows: TestRow[]) => (await receiveUpload(requestOf(linesOf(rows)), analyst)).id
const uploadOf = (id: string) => db().upload.findUniqueOrThrow({ where: { id } })

describe('a successful upload', () => {
  it('stores every row, sends each pair once and ends with the provider’s counts', async () => {
    const names = ['Ann', 'Ann Close', 'Ann Other', 'Ann Dark', 'Ann Late', 'Ann Invalid', 'Ann Odd']
    const rows: TestRow[] = keptRows(7).map((row, n) => ({ ...row, name: names[n] ?? '' }) as TestRow)
    const id = await sendRows([
      ...rows,
      rows[1] as TestRow,
      { skipped: 'iban_checksum' },
      { skipped: 'left_out' },
    ])
    expect(await uploadOf(id)).toMatchObject({
      state: 'comparing',
      fileRows: 10,
      total: 8,
      notSent: 2,
      countWaiting: 8,
    })
    await runWorker(id)
    expect(provider.ledger.map((line) => line.items.length)).toEqual([7])
    expect(await uploadOf(id)).toMatchObject({
      state: 'completed',
      countMatch: 1,
      countCloseMatch: 2,
      countNoMatch: 1,
      countAccountNotVerifiable: 1,
      countFailed: 2,
      countRejected: 1,
      countWaiting: 0,
    })
    // the row with an invalid format isn't billed
    expect(await db().creditEntry.aggregate({ _sum: { amount: true } })).toMatchObject({
      _sum: { amount: -6n },
    })
    // close match, no match and not verifiable are reviewed; the repeated row shares the review of its pair
    expect(await readUpload(id, analyst.actor)).toMatchObject({ toReview: 3 })
    const found = async (filter: object) => {
      const page = await searchRows(id, rowsSearch.parse(filter), analyst.actor)
      expect(page.total).toBe(page.items.length)
      return page.items.map(({ row }) => row)
    }
    expect(await found({ reviews: ['todo'] })).toEqual([2, 3, 4, 8])
    expect(await found({ reviews: ['todo'], results: ['close_match'] })).toEqual([2, 8])
    expect(await found({ reviews: ['approved', 'rejected'] })).toEqual([])
    expect(await found({ reasons: ['institution_timeout'] })).toEqual([5])
    expect(await found({ reasons: ['institution_timeout', 'invalid_iban_format'] })).toEqual([5, 6])
  })

  it('splits 2,001 pairs into 2,000 and 1, in file order, one bulk after the other', async () => {
    const rows = keptRows(2_001)
    const id = await sendRows(rows)
    await runWorker(id)
    expect(provider.ledger.map((line) => line.items.length)).toEqual([2_000, 1])
    expect(provider.ledger.flatMap((line) => line.items)).toEqual(rows)
    expect(await uploadOf(id)).toMatchObject({ state: 'completed', countMatch: 2_001 })
  })
})

it('the hash of a file, which would prove a guessed row, is listed for people who see its values only', async () => {
  await sendRows(keptRows(1))
  const admin = await insertPerson('admin')
  const hashFor = async ({ actor }: Person) =>
    (await listUploads(uploadsQuerySchema.parse({}), actor)).items[0]?.fileHash
  expect(await hashFor(analyst)).toMatch(/^[0-9a-f]{64}$/)
  expect(await hashFor(admin)).toBe('')
})

describe('an upload that is being corrected', () => {
  it('continues while its correction is being uploaded', async () => {
    const id = await sendRows(keptRows(1))
    const { fileName, fileHash, ...first } = await uploadOf(id)
    await db().$transaction(async (coming) => {
      const { fileRows, total, notSent, countWaiting, createdById } = first
      const counts = { fileRows, total, notSent, countWaiting, createdById }
      await coming.upload.create({ data: { fileName, fileHash, reading: {}, completesId: id, ...counts } })
      await db().$transaction(async (tx) => {
        await tx.$executeRaw`select set_config('lock_timeout', '500', true)`
        expect(await lockUpload(tx, id)).toMatchObject({ id })
      })
    })
  })
})

describe('the bank details of French rows', () => {
  const french: TestRow[] = [{ iban: 'FR7630006000011234567890189', name: 'Ann' }]
  const shown = async (id: string) => (await readUpload(id, analyst.actor)).enrichment

  it('that are still being read are shown on the upload, with the reason when they are not', async () => {
    const id = await sendRows(french)
    expect(await shown(id)).toBeNull()
    await runWorker(id)
    expect(await shown(id)).toBe('running')
    await db().connection.updateMany({ data: { enrichmentReads: 'refused' } })
    expect(await shown(id)).toBe('paused')
    await backfillSetting.save(false)
    expect(await shown(id)).toBe('off')
    await db().verification.updateMany({ where: { uploadId: id }, data: { enrichmentAskedAt: new Date() } })
    expect(await shown(id)).toBeNull()
  })

  it('are not expected without French rows, or when nothing was sent', async () => {
    const german = await sendRows(keptRows(1, 900))
    await runWorker(german)
    expect(await shown(german)).toBeNull()
    const seeded = await sendRows(french)
    await runWorker(seeded)
    await db().attempt.updateMany({ where: { bulk: { uploadId: seeded } }, data: { owner: null } })
    expect(await shown(seeded)).toBeNull()
  })
})
