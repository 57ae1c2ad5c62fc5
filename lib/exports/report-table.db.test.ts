import '@/lib/platform/testing/settings'
import readSheets from 'read-excel-file/node'
import { afterAll, expect, it } from 'vitest'
import { loadReport, reportAbout, reportedRun } from '@/lib/payments/reports/testing/desk'
import { db } from '@/lib/platform/db.server'
import { ownDatabase } from '@/lib/platform/testing/database'
import { person, refusal } from '@/lib/reviews/testing/desk'
import { readTable } from '@/lib/tables/read/read'
import { exportReportTable } from './report-table.server'

ownDatabase()
afterAll(() => db().$disconnect())

it('is a table whose formulas do nothing, as CSV and as a workbook with the same cells', async () => {
  const maker = await person('analyst')
  const { messageId } = await reportedRun(maker)
  const { id } = await loadReport(reportAbout(messageId), maker)
  const written = async (format: 'csv' | 'xlsx') => {
    const { name, pieces } = await exportReportTable(id, format, maker)
    return { name, bytes: Buffer.concat((await Array.fromAsync(pieces)).map((piece) => Buffer.from(piece))) }
  }
  const [csv, xlsx] = [await written('csv'), await written('xlsx')]
  expect([csv.name, xlsx.name]).toEqual(['report-table.csv', 'report-table.xlsx'])
  expect(csv.bytes.toString().split('\r\n')).toHaveLength(5)
  expect(csv.bytes.toString()).toContain(";'=account closed;")
  const table = readTable(csv.bytes)
  if ('problem' in table) throw new Error(table.problem)
  expect(table.records[1]?.cells).toContain('Muller GmbH')
  const [sheet] = await readSheets(xlsx.bytes, { trim: false })
  expect(sheet?.data.map((row) => row.map((cell) => cell ?? ''))).toEqual([
    table.headers,
    ...table.records.map(({ cells }) => cells),
  ])
  const entries = await db().auditEntry.findMany({
    where: { action: 'payment.report_exported', objectId: id },
    orderBy: { seq: 'asc' },
  })
  expect(entries.map(({ details }) => details)).toEqual(
    expect.arrayContaining([
      { format: 'csv', count: 3 },
      { format: 'xlsx', count: 3 },
    ]),
  )
  const other = await person('analyst')
  expect(await refusal(exportReportTable(id, 'csv', other))).toBe('404 not_found')
})
