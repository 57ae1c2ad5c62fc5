import { zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { downloadFile } from '@/lib/payments/release/download.server'
import { joinKeptReport } from '@/lib/payments/reports/join.server'
import { createReportableRun, loadReport, makeReportBytes } from '@/lib/payments/reports/testing/fixtures'
import { storeRelease } from '@/lib/payments/testing/run'
import { encrypt } from '@/lib/platform/crypto.server'
import { db } from '@/lib/platform/db.server'
import { actsWaiting, lockAuditLog } from '@/lib/platform/testing/locks'

const [analyst, reviewer, other] = [
  await insertPerson(),
  await insertPerson('reviewer'),
  await insertPerson('reviewer'),
]

it('a report is loaded while a file of its run is downloaded, without a deadlock', async () => {
  const run = await createReportableRun(analyst)
  await db().paymentLine.updateMany({
    where: { uploadId: run.id },
    data: { gate: 'clear', gateReason: 'match' },
  })
  const releaseId = await storeRelease(run.id, reviewer.id, [1])
  const cipher = encrypt('released', `payment_files|cipher|${releaseId}:released`)
  const file = { fileName: 'a.xml', mediaType: 'application/xml', bytes: 8, sha256: '0' }
  await db().paymentFile.create({ data: { releaseId, part: 'released', cipher, ...file } })
  const outcomes = await actsWaiting(lockAuditLog, [
    () => loadReport(makeReportBytes(run.messageId), reviewer),
    () => downloadFile({ id: run.id, number: 1, part: 'released' }, analyst),
  ])
  expect(outcomes).toEqual(['done', 'done'])
})

it('two files that answer the same two runs are loaded without a deadlock, whatever their order', async () => {
  const [first, second] = [await createReportableRun(analyst), await createReportableRun(analyst)]
  const zipOf = (...runs: { messageId: string }[]) =>
    zipSync(Object.fromEntries(runs.map(({ messageId }, n) => [`${n}.xml`, makeReportBytes(messageId)])))
  const [one, two] = [zipOf(first, second), zipOf(second, first)]
  const outcomes = await actsWaiting(
    (tx) => tx.$executeRaw`select from payment_runs where upload_id = ${first.id}::uuid for update`,
    [() => loadReport(one, reviewer), () => loadReport(two, other)],
  )
  expect(outcomes).toEqual(['done', 'done'])
  expect(await db().paymentReport.count({ where: { uploadId: { in: [first.id, second.id] } } })).toBe(4)
})

it('a report that is joined to a run twice at the same moment is joined, and both get its receipt', async () => {
  const run = await createReportableRun(analyst)
  const kept = await loadReport(makeReportBytes('NOWHERE'), reviewer)
  const join = () => joinKeptReport(kept.id, run.id, reviewer)
  const outcomes = await actsWaiting(
    (tx) => tx.$executeRaw`select from payment_runs where upload_id = ${run.id}::uuid for update`,
    [join, join],
  )
  expect(outcomes).toEqual(['done', 'done'])
  expect(await db().paymentReport.count({ where: { uploadId: run.id } })).toBe(1)
})
