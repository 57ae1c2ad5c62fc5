import { zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { createReportableRun, loadReport, makeReportBytes } from '@/lib/payments/reports/testing/fixtures'
import { sha256 } from '@/lib/platform/crypto.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { actsWaiting } from '@/lib/platform/testing/locks'
import { purgePayments } from '@/lib/retention/payments/purge.server'
import { asRetention, createRetentionOffice, eraseSubject, subjectOf } from '@/lib/retention/testing/runs'

const office = await createRetentionOffice()
const { analyst, reviewer } = office

/** Loads a file that becomes two reports without a run. @returns them by ID, and what loads the file again on its run */
async function keepTwoReports(name: string) {
  const run = await createReportableRun(analyst)
  const docs = ['RVNM', 'ACSC'].map((code) => makeReportBytes('LATER', [{ code, endToEndId: 'E1', name }]))
  const bytes = zipSync(Object.fromEntries(docs.map((doc, n) => [`${n}.xml`, doc])))
  await loadReport(bytes, reviewer)
  const where = { sha256: sha256(Buffer.from(bytes)) }
  const [lower = '', higher = ''] = (
    await db().paymentReport.findMany({ where, orderBy: { id: 'asc' } })
  ).map(({ id }) => id)
  const loadAgain = () => loadReport(bytes, reviewer, run.id)
  const countJoined = () => db().paymentReport.count({ where: { uploadId: run.id } })
  return { lower, higher, loadAgain, countJoined }
}
const holdReport = (id: string) => (tx: Tx) =>
  tx.$executeRaw`select from payment_reports where id = ${id}::uuid for update`

it('a name is erased from a line of one report and the file name of another, without a deadlock', async () => {
  const { lower, higher, loadAgain, countJoined } = await keepTwoReports('Lena Lined')
  await asRetention(`update payment_report_lines set name = null where report_id = '${lower}'`)
  await db().paymentReport.update({ where: { id: lower }, data: { fileName: 'Lena Lined.xml' } })
  const erase = () => eraseSubject(office, subjectOf('name', 'Lena Lined'))
  expect(await actsWaiting(holdReport(higher), [erase, loadAgain])).toEqual(['done', 'done'])
  expect(await countJoined()).toBe(2)
})

// the order in which a plan meets the reports depends on their IDs, which are random
it.each([1, 2, 3, 4])(
  'old files of reports are deleted while these are joined to a run, without a deadlock (%i)',
  async () => {
    const { lower, higher, loadAgain, countJoined } = await keepTwoReports('Otto Old')
    // written last to first: a scan of the table meets them in this order
    for (const id of [higher, lower])
      await asRetention(
        `update payment_reports set received_at = now() - interval '2 days' where id = '${id}'`,
      )
    const [yesterday, longAgo] = [new Date(Date.now() - 86_400_000), new Date(0)]
    const before = { originals: yesterday, checks: longAgo, records: longAgo }
    const purge = () => purgePayments(before, async () => undefined)
    expect(await actsWaiting(holdReport(higher), [purge, loadAgain])).toEqual(['done', 'done'])
    expect(await countJoined()).toBe(2)
  },
)
