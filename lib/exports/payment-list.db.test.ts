import readSheets from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import {
  createTestRun,
  DEBTOR,
  numberLines,
  ordersRequest,
  paymentTo,
  storeAnswers,
  storeRelease,
} from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { periodsSetting } from '@/lib/retention/cutoff.server'
import { DEFAULT_PERIODS } from '@/lib/retention/periods'
import { readTable } from '@/lib/tables/read/read'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { exportPaymentList } from './payment-list.server'

const LINES = 1_203

await insertConnection()
const [analyst, other] = [await insertPerson(), await insertPerson()]
const [reviewer, admin] = [await insertPerson('reviewer'), await insertPerson('admin')]
const special = [
  paymentTo(1, { name: '=cmd|calc', remittance: '+33 rent of Yannick' }),
  paymentTo(2, { endToEndId: '@SUM(A1)', batchId: '-1', ultimateCreditor: 'Factor "Ltd"; Paris' }),
  paymentTo(3, { currency: 'CHF', amount: '7.005', dueOn: '2999-01-01' }),
  paymentTo(4, { account: 'other', iban: null, amount: null }),
]
const rest = Array.from({ length: LINES - special.length }, (_, n) => paymentTo(n + 5))
const run = await createTestRun(analyst, numberLines(...special, ...rest))
await storeAnswers(run, { 1: 'match', 2: 'close_match', 3: 'no_match' })
await storeRelease(run, reviewer.actor.id, [1])

const listed = async (by: Person) => {
  const { pieces, ...file } = await exportPaymentList(run, 'csv', by)
  const parts = await Array.fromAsync(pieces, String)
  return { ...file, parts, text: parts.join('') }
}
const rowsOf = (text: string) => {
  const table = readTable(new TextEncoder().encode(text))
  if ('problem' in table) throw new Error(table.problem)
  return table.records.map(({ cells }) =>
    Object.fromEntries(table.headers.map((header, n) => [header, cells[n] ?? ''])),
  )
}

describe('the list of lines of a payment run', () => {
  it('has every line once, in the order of the file, and is streamed', async () => {
    const { name, type, text, parts } = await listed(reviewer)
    expect([name, type]).toEqual(['suppliers-list.csv', 'text/csv; charset=utf-8'])
    expect(text.split('\r\n')[0]).toBe(
      '\ufeffline;name;iban;amount;currency;dueDate;gate;reason;result;bankName;correctedName;reportedCode;reportedName;differs;release;endToEndId;instructionId;uetr;paymentInformationId;debtorIban;ultimateCreditor;remittance;checkId;reviewId',
    )
    expect(rowsOf(text).map(({ line }) => Number(line))).toEqual(
      Array.from({ length: LINES }, (_, n) => n + 1),
    )
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(text.length / 2)
  })

  it('has the exact amounts, gates and answers, and the IDs of checks and reviews', async () => {
    const [first, second, third, fourth] = rowsOf((await listed(reviewer)).text)
    expect(first).toMatchObject({ gate: 'released', reason: 'match', result: 'match', release: '1' })
    expect(second).toMatchObject({
      ...{ iban: paymentTo(2).iban, gate: 'waiting', reason: 'decision_open', result: 'close_match' },
      ...{ bankName: 'Registered Holder', correctedName: '', debtorIban: DEBTOR },
      reviewId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checkId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(third).toMatchObject({ amount: '7.005', currency: 'CHF', dueDate: '2999-01-01' })
    expect(fourth).toMatchObject({ gate: 'held', reason: 'amount_unreadable', iban: '', amount: '' })
  })

  it('has no cell that a spreadsheet executes as a formula, and is read back exactly', async () => {
    const { text } = await listed(reviewer)
    for (const harmless of [";'=cmd|calc;", ";'+33 rent of Yannick;", ";'@SUM(A1);", ";'-1;"])
      expect(text).toContain(harmless)
    const [first, second] = rowsOf(text)
    expect([first?.name, first?.remittance]).toEqual(['=cmd|calc', '+33 rent of Yannick'])
    expect(second?.ultimateCreditor).toBe('Factor "Ltd"; Paris')
  })

  it('is the same as a workbook', async () => {
    const { name, pieces } = await exportPaymentList(run, 'xlsx', reviewer)
    const workbook = Buffer.concat((await Array.fromAsync(pieces)).map((piece) => Buffer.from(piece)))
    expect(name).toBe('suppliers-list.xlsx')
    const [sheet] = await readSheets(workbook, { trim: false })
    const [header, ...cells] = sheet?.data ?? []
    expect(cells).toHaveLength(LINES)
    const rows = cells.map((row) => Object.fromEntries(row.map((cell, n) => [header?.[n], cell ?? ''])))
    expect(rows).toEqual(rowsOf((await listed(reviewer)).text))
  })

  it('is in the audit log with its number of lines, and is masked for masked roles', async () => {
    const { text } = await listed(admin)
    for (const secret of [DEBTOR, paymentTo(2).iban, 'Holder', 'Yannick', 'Registered', 'Factor'])
      expect(text).not.toContain(secret)
    expect(rowsOf(text)).toHaveLength(LINES)
    const entry = await db().auditEntry.findFirstOrThrow({ orderBy: { seq: 'desc' } })
    expect(entry).toMatchObject({
      ...{ action: 'payment.list_exported', actorId: admin.actor.id, objectType: 'upload', objectId: run },
      details: { format: 'csv', count: LINES },
    })
  })

  it('is masked for everybody once the run has the age from which exports are masked', async () => {
    await periodsSetting.save({ ...DEFAULT_PERIODS, maskMonths: 3 })
    expect((await listed(reviewer)).text).toContain('Holder')
    await db()
      .$executeRaw`update uploads set created_at = now() - interval '4 months' where id = ${run}::uuid`
    expect((await listed(reviewer)).text).not.toContain('Holder')
    await periodsSetting.save(DEFAULT_PERIODS)
  })

  it('is refused for somebody else’s run to analysts, and for a run that isn’t read', async () => {
    expect((await listed(analyst)).text).toContain('Holder')
    expect(await refusalOf(exportPaymentList(run, 'csv', other))).toBe('404 not_found')
    const { id: sent } = await receiveUpload(ordersRequest(numberLines(paymentTo(1))), analyst)
    expect(await refusalOf(exportPaymentList(sent, 'csv', analyst))).toBe('409 run_not_ready')
    expect(await refusalOf(exportPaymentList(sent, 'csv', other))).toBe('404 not_found')
    const unread = await createTestRun(analyst, numberLines(paymentTo(1)))
    for (const [state, why] of [
      ['reading', '409 run_not_ready'],
      ['unreadable', '409 run_unreadable'],
    ]) {
      await db().$executeRaw`update payment_runs set state = ${state} where upload_id = ${unread}::uuid`
      expect(await refusalOf(exportPaymentList(unread, 'csv', analyst))).toBe(why)
    }
  })
})
