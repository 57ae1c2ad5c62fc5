import readSheets from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { exportReportTable } from '@/lib/exports/report-table.server'
import {
  createReportableRun,
  loadReport,
  makeReportBytes,
  REPORTED_IBAN,
  REPORTED_LINES,
} from '@/lib/payments/reports/testing/fixtures'
import { db } from '@/lib/platform/db.server'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { periodsSetting } from '@/lib/retention/cutoff.server'
import { DEFAULT_PERIODS } from '@/lib/retention/periods'
import { readTable } from '@/lib/tables/read/read'

const [maker, reviewer, admin] = [
  await insertPerson(),
  await insertPerson('reviewer'),
  await insertPerson('admin'),
]

const listed = async (id: string, by: Person) => {
  const { name, pieces } = await exportReportTable(id, 'csv', by)
  return { name, text: (await Array.fromAsync(pieces)).join('') }
}
const SECRETS = [REPORTED_IBAN, 'Rossi', 'Muller', 'Müller', 'account closed']
const joined = async () => {
  const { id: runId, messageId } = await createReportableRun(maker)
  const { id } = await loadReport(makeReportBytes(messageId), maker)
  return { id, runId }
}

describe('the table of a report', () => {
  it('contains no executable formula, as CSV and as a workbook with the same cells', async () => {
    const { messageId } = await createReportableRun(maker)
    const { id } = await loadReport(makeReportBytes(messageId), maker)
    const written = async (format: 'csv' | 'xlsx') => {
      const { name, pieces } = await exportReportTable(id, format, maker)
      return {
        name,
        bytes: Buffer.concat((await Array.fromAsync(pieces)).map((piece) => Buffer.from(piece))),
      }
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
    const other = await insertPerson()
    expect(await refusalOf(exportReportTable(id, 'csv', other))).toBe('404 not_found')
  })

  it('hides values from masked roles', async () => {
    const { id } = await joined()
    const { text } = await listed(id, admin)
    expect(text.split('\r\n')).toHaveLength(5)
    for (const secret of SECRETS) expect(text).not.toContain(secret)
  })

  it('hides values from everybody once its run, or a report without a run, is as old as exports are masked', async () => {
    const { id, runId } = await joined()
    const named = REPORTED_LINES.map((line) => ({ ...line, iban: REPORTED_IBAN, name: 'Anna Rossi' }))
    const { id: alone } = await loadReport(makeReportBytes('ELSEWHERE', named), maker)
    await periodsSetting.save({ ...DEFAULT_PERIODS, maskMonths: 3 })
    for (const each of [id, alone]) expect((await listed(each, maker)).text).toContain('Rossi')
    await db()
      .$executeRaw`update uploads set created_at = now() - interval '4 months' where id = ${runId}::uuid`
    await db()
      .$executeRaw`update payment_reports set received_at = now() - interval '4 months' where id = ${alone}::uuid`
    for (const by of [maker, reviewer])
      for (const each of [id, alone]) {
        const { text } = await listed(each, by)
        for (const secret of SECRETS) expect(text).not.toContain(secret)
      }
    await periodsSetting.save(DEFAULT_PERIODS)
  })
})
