import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { readStoredLines } from '@/lib/payments/lines/read.server'
import { downloadFile } from '@/lib/payments/release/download.server'
import { releaseLines } from '@/lib/payments/release/release.server'
import { newPayments, release } from '@/lib/payments/release/testing/fixtures'
import { readPaymentRun } from '@/lib/payments/runs.server'
import { createPeople } from '@/lib/payments/testing/people'
import { approveLine, readGates, storeAnswers } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { codeOf } from '@/lib/platform/testing/refusals'
import type { FilePayment } from '@/lib/tables/payments/line'
import { readFile } from '@/lib/tables/read/read-file'
import { makeWorkbook } from '@/lib/tables/testing/make-workbook'
import { linesOf, requestOf, type TestRow } from '@/lib/uploads/testing/body'
import { storeCompared } from '@/lib/uploads/testing/office'

const [analyst, reviewer, second] = await createPeople()

const HEADER = ['IBAN', 'Name', 'Amount', 'Currency']
const cellsOf = ({ iban, name }: FilePayment, n: number) => [iban ?? '', name ?? '', `${n + 1}.50`, 'EUR']
const csvOf = (rows: string[][]) => Buffer.from(rows.map((row) => `${row.join(';')}\r\n`).join(''))
const workbookOf = (rows: string[][]) => makeWorkbook([{ name: 'Pay', rows }])
const KINDS = [
  { ending: 'csv', write: csvOf, table: { format: 'text' as const } },
  { ending: 'xlsx', write: workbookOf, table: { format: 'workbook' as const, sheet: 'Pay' } },
]
type FileKind = {
  ending: string
  write: (rows: string[][]) => Uint8Array
  table: { format: 'text' | 'workbook'; sheet?: string }
}

/** Creates a run of a table that pays these people 1.50, 2.50 and so on. It is read from its file. @returns its ID */
async function tableRun(
  lines: FilePayment[],
  { ending, write, table }: FileKind,
  reference: number | null = null,
  rows: Record<number, TestRow> = {},
): Promise<string> {
  const bytes = write([HEADER, ...lines.map(cellsOf)])
  const sent = linesOf(
    lines.map(({ iban, name }, n): TestRow => rows[n + 1] ?? { iban: iban ?? '', name: name ?? '' }),
    {
      ...{ hash: createHash('sha256').update(bytes).digest('hex'), fileName: `salaries.${ending}` },
      table: {
        ...{ encoding: 'utf-8', delimiter: ';', headerRow: 1, lineEnd: 'CRLF', bom: false },
        ...table,
      },
      map: { iban: 0, name: [1], instead: [], reference, note: null, amount: 2, currency: 3 },
    },
  )
  sent[sent.length - 1] = JSON.stringify({ original: Buffer.from(bytes).toString('base64') })
  const id = await storeCompared(requestOf(sent), analyst)
  await readStoredLines(id)
  return id
}

it('a workbook keeps its kind of file, whatever it is called', async () => {
  const [kind] = KINDS.slice(1) as [FileKind]
  const id = await tableRun(newPayments(2), { ...kind, ending: 'xlsm' })
  await storeAnswers(id, { 1: 'match' })
  await computeGates(id)
  await release(id, second)
  for (const [part, named] of [
    ['released', 'salaries-release-1.xlsx'],
    ['held', 'salaries-held-1.xlsx'],
  ] as const) {
    const { name, type } = await downloadFile({ id, number: 1, part }, analyst)
    expect([name, type]).toEqual([named, expect.stringContaining('spreadsheetml')])
  }
})

it('a table that was released is a possible duplicate when it is uploaded again, whatever columns are chosen', async () => {
  const [kind] = KINDS as [FileKind]
  const lines = newPayments(2)
  const [first, again] = [await tableRun(lines, kind), await tableRun(lines, kind, 2)]
  for (const id of [first, again]) await storeAnswers(id, { 1: 'match', 2: 'match' })
  for (const id of [first, again]) {
    await computeGates(id)
    expect(await readGates(id)).toEqual({ 1: 'clear match', 2: 'clear match' })
  }
  await db().paymentChange.deleteMany()
  await release(first, second)
  expect(await db().paymentChange.count({ where: { uploadId: again } })).toBeGreaterThan(0)
  await computeGates(again)
  expect(await readGates(again)).toEqual({ 1: 'held possible_duplicate', 2: 'held possible_duplicate' })
})

it('a table with a payment in the row chosen as its header can’t be released', async () => {
  const [kind] = KINDS as [FileKind]
  const [hidden, ...lines] = newPayments(3)
  const write = ([, ...rows]: string[][]) =>
    csvOf([[hidden?.iban ?? '', hidden?.name ?? '', '9.50', 'EUR'], ...rows])
  const id = await tableRun(lines, { ...kind, write })
  expect(await readPaymentRun(id, reviewer.actor)).toMatchObject({
    ...{ state: 'unreadable', problem: 'payments_above', problemPlace: { line: 1 } },
  })
  expect(await codeOf(releaseLines(id, { lines: 'clear', expected: { lines: 2, sums: {} } }, second))).toBe(
    'run_unreadable',
  )
})

/** The name and the amount in each row of a file of a release. */
async function rowsIn(id: string, number: number, part: 'released' | 'held'): Promise<string[]> {
  const { bytes } = await downloadFile({ id, number, part }, analyst)
  const read = readFile(new Uint8Array(bytes))
  if ('problem' in read) throw new Error(read.problem)
  return read.records.map(({ cells }) => `${cells[1]} ${cells[2]}`).filter((row) => row !== ' ')
}

it.each(KINDS)(
  'a table ($ending) is split like a pain.001, and again when more of its lines have become clear',
  async (kind) => {
    const lines = newPayments(4)
    const [ann, , cid, dan] = lines.map(({ name }) => name)
    const id = await tableRun(lines, kind)
    await storeAnswers(id, { 1: 'match', 2: 'close_match', 3: 'no_match' })
    await approveLine(id, 2, reviewer)
    expect(await readGates(id)).toMatchObject({ 1: 'clear match', 2: 'corrected bank_name_adopted' })
    await release(id, second)
    expect(await rowsIn(id, 1, 'released')).toEqual([`${ann} 1.50`, 'Registered Holder 2.50'])
    await storeAnswers(id, { 4: 'match' })
    await release(id, second)
    expect(await rowsIn(id, 2, 'released')).toEqual([`${dan} 4.50`])
    expect(await rowsIn(id, 2, 'held')).toEqual([`${cid} 3.50`])
    const { kind: as, releasesMade, original } = await readPaymentRun(id, reviewer.actor)
    expect([as, original]).toEqual(['table', { lines: 4, sums: { EUR: '12.00' } }])
    const none = { messageId: null, heldMessageId: null, difference: { EUR: '0.00' } }
    expect(releasesMade).toMatchObject([
      { ...none, number: 2, lines: 1, sums: { EUR: '4.50' }, heldLines: 1, heldSums: { EUR: '3.50' } },
      { ...none, number: 1, lines: 2, sums: { EUR: '4.00' }, heldLines: 2, heldSums: { EUR: '8.00' } },
    ])
    const names = releasesMade.flatMap(({ files }) => files.map(({ fileName }) => fileName))
    expect(names).toContain(`salaries-release-2.${kind.ending}`)
    expect(names).toContain(`salaries-held-2.${kind.ending}`)
  },
)

it.each(KINDS)('a table ($ending) of which only its total is left has no held file', async (kind) => {
  const lines = newPayments(2)
  const total = ['', 'Total', '4.00', '']
  const write = (rows: string[][]) => kind.write([...rows.slice(0, -1), total])
  const id = await tableRun([...lines, ...newPayments(1)], { ...kind, write }, null, {
    3: { skipped: 'left_out' },
  })
  await storeAnswers(id, { 1: 'match', 2: 'match' })
  await release(id, second)
  expect(await rowsIn(id, 1, 'released')).toEqual(lines.map(({ name }, n) => `${name} ${n + 1}.50`))
  const { releasesMade } = await readPaymentRun(id, reviewer.actor)
  expect(releasesMade).toMatchObject([{ lines: 2, heldLines: 1, heldSums: {}, difference: { EUR: '0.00' } }])
  expect(releasesMade[0]?.files.map(({ part }) => part)).toEqual(['released', 'manifest'])
  expect(await codeOf(downloadFile({ id, number: 1, part: 'held' }, analyst))).toBe('not_found')
})
