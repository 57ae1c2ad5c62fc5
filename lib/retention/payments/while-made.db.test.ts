import { expect, it } from 'vitest'
import { readStoredLines } from '@/lib/payments/lines/read.server'
import { createRun } from '@/lib/payments/lines/store.server'
import { createAnsweredRun, release } from '@/lib/payments/release/testing/fixtures'
import { withdrawRelease } from '@/lib/payments/release/withdraw.server'
import { joinKeptReport } from '@/lib/payments/reports/join.server'
import { receiveReport } from '@/lib/payments/reports/receive.server'
import { numberLines, paymentTo, uploadOrders } from '@/lib/payments/testing/run'
import { db, type Tx } from '@/lib/platform/db.server'
import { actsWaiting, countLockWaits } from '@/lib/platform/testing/locks'
import { codeOf } from '@/lib/platform/testing/refusals'
import { allowRedaction } from '@/lib/retention/strip.server'
import { dumpDatabase, findValues } from '@/lib/retention/testing/dump'
import {
  countFiles,
  createRetentionOffice,
  eraseSubject,
  runNextNight,
  subjectOf,
} from '@/lib/retention/testing/runs'
import { makeReport } from '@/lib/tables/testing/make-report'

const office = await createRetentionOffice()

/** Holds a run, for which an erasure waits too, or the reviewer, for whom only their own work waits. */
const holdRun = (id: string) => (tx: Tx) =>
  tx.$executeRaw`select from payment_runs where upload_id = ${id}::uuid for update`
const holdReviewer = (tx: Tx) =>
  tx.$executeRaw`select from users where id = ${office.reviewer.id}::uuid for no key update`

/** Begins work, stops it when it needs what is held, and erases this payee meanwhile. @returns the code of the work */
async function erasedWhile(
  work: () => Promise<unknown>,
  hold: (tx: Tx) => Promise<unknown>,
  name: string,
): Promise<string> {
  const { working, erased } = await db().$transaction(
    async (tx) => {
      await hold(tx)
      const working = codeOf(work())
      await expect.poll(countLockWaits, { timeout: 10_000 }).toBe(1)
      let isErased = false
      const erased = eraseSubject(office, subjectOf('name', name)).then(() => {
        isErased = true
      })
      await expect.poll(async () => isErased || (await countLockWaits()) > 1, { timeout: 10_000 }).toBe(true)
      return { working, erased }
    },
    { timeout: 20_000 },
  )
  await erased
  return working
}

it('a release that is made while a payee of the held file is erased keeps no file with the name', async () => {
  const lines = numberLines(paymentTo(730_001), paymentTo(730_002, { name: 'Hedda Heldback' }))
  const id = await createAnsweredRun(office.analyst, lines, ['match', 'no_match'])
  expect(await erasedWhile(() => release(id, office.reviewer), holdReviewer, 'Hedda Heldback')).toBe(
    'original_gone',
  )
  expect(await countFiles(id)).toMatchObject({ original: 0, files: 0 })
  expect(await db().paymentLine.count({ where: { uploadId: id, releaseId: { not: null } } })).toBe(0)
})

it('a release that is made while a name is erased from the file name has no file with that name', async () => {
  const id = await createAnsweredRun(office.analyst, numberLines(paymentTo(730_006)))
  await db().upload.update({ where: { id }, data: { fileName: 'Rent Freya Filename.xml' } })
  await erasedWhile(() => release(id, office.reviewer), holdRun(id), 'Freya Filename')
  expect(findValues(await dumpDatabase(), ['Filename'])).toEqual([])
})

it('lines that are read while a payee is erased are not stored with the name', async () => {
  const lines = numberLines(paymentTo(730_003), paymentTo(730_004, { name: 'Rosa Readlate' }))
  const id = await uploadOrders(office.analyst, lines)
  await db().upload.update({ where: { id }, data: { state: 'completed' } })
  await db().verification.updateMany({
    where: { uploadId: id },
    data: { status: 'failed', answeredAt: new Date() },
  })
  await createRun(id, 'pain001')
  await erasedWhile(() => readStoredLines(id), holdRun(id), 'Rosa Readlate')
  expect(findValues(await dumpDatabase(), ['Readlate'])).toEqual([])
})

it('a name in lines that are read while it is erased is erased in the next night', async () => {
  const line = paymentTo(730_010, { remittance: 'Rent of Rita Remitted' })
  const id = await uploadOrders(office.analyst, numberLines(line))
  await db().upload.update({ where: { id }, data: { state: 'completed' } })
  await createRun(id, 'pain001')
  await erasedWhile(() => readStoredLines(id), holdRun(id), 'Rita Remitted')
  expect(await db().erasure.count({ where: { appliedAt: null } })).toBe(1)
  await runNextNight()
  expect(findValues(await dumpDatabase(), ['Remitted'])).toEqual([])
  expect(await db().erasure.count({ where: { appliedAt: null } })).toBe(0)
})

it('a report that is joined while a payee is erased does not bring the name back', async () => {
  const line = paymentTo(730_005, { name: 'Jonas Joinlate' })
  const id = await createAnsweredRun(office.analyst, numberLines(line))
  const xml = makeReport({
    batches: [
      { lines: [{ code: 'RVNM', iban: line.iban as string, amount: '100.00', name: 'Jonas Joinlate' }] },
    ],
  })
  const load = () =>
    receiveReport({ fileName: 'said.xml', bytes: Buffer.from(xml), runId: null }, office.reviewer)
  const kept = await load()
  const work = () => joinKeptReport(kept.id, id, office.reviewer)
  expect(await erasedWhile(work, holdReviewer, 'Jonas Joinlate')).toBe('report_gone')
  expect(await load()).toMatchObject({ id: kept.id, repeated: true })
  expect(findValues(await dumpDatabase(), ['Joinlate'])).toEqual([])
})

it('a release is withdrawn while its lines are erased, without a deadlock', async () => {
  const payments = [paymentTo(730_007), paymentTo(730_008), paymentTo(730_009)]
  const id = await createAnsweredRun(office.analyst, numberLines(...payments))
  await release(id, office.reviewer)
  // a withdrawal meets the lines in the order in which they were last changed, an erasure by their numbers
  await db().$transaction(async (tx) => {
    await allowRedaction(tx)
    for (const number of [3, 2, 1])
      await tx.$executeRaw`
        update payment_lines set remittance = 'Rent of Wanda Wistful'
         where upload_id = ${id}::uuid and number = ${number}::int`
  })
  const outcomes = await actsWaiting(
    (tx) => tx.$executeRaw`select from payment_lines where upload_id = ${id}::uuid and number = 2 for update`,
    [
      () => eraseSubject(office, subjectOf('name', 'Wanda Wistful')),
      () => withdrawRelease(id, 1, office.reviewer),
    ],
  )
  expect(outcomes).toEqual(['done', 'done'])
  expect(findValues(await dumpDatabase(), ['Wistful'])).toEqual([])
})
