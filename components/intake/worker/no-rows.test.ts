import { expect, test } from 'vitest'
import { makeWorkbook } from '@/lib/tables/testing/make-workbook'
import { checkedSession } from './testing/checked-session'

const [A, B, C] = ['DE89370400440532013000', 'FR7630006000011234567890189', 'NL91ABNA0417164300']
const page = (number: number) => `29.11.2026      Dynamische Listenausgabe      ${number}
------------------------------------------------
| Kreditor | Name 1      | IBAN                   |  Betrag  |
|----------|-------------|------------------------|----------|`

/** A list as SAP prints it to a file, with its heading on each page. */
const PRINTED = `${page(9)}
| 100001   | Müller GmbH | ${A} | 1.234,50 |
| 100002   | Dupont SARL | ${B} |    34,50 |
|----------|-------------|------------------------|----------|
${page(10)}
| 100003   | Jansen BV   | ${C} |    34,00 |
|----------|-------------|------------------------|----------|
| *        |             |                        | 1.303,00 |
`

test('lines of dashes and headings on each page of a printed list are no payees, and are skipped by their kind', async () => {
  const session = await checkedSession(PRINTED)
  const { map, amounts } = session.view()
  expect(map).toMatchObject({ iban: 3, name: [2], amount: 4 })
  expect(amounts).toMatchObject({ paid: 3, sums: { EUR: '1303.00' }, problems: { no_row: 7, total: 1 } })
  const { fixes, kept, openErrors } = session.summary()
  expect({ kept, openErrors }).toEqual({ kept: 3, openErrors: 8 })
  expect(fixes.map(({ kind, rows }) => [kind, rows])).toEqual([
    ['totals', 1],
    ['rules', 5],
    ['headings', 2],
  ])
  for (const kind of ['totals', 'rules', 'headings'] as const) session.fix(kind)
  expect(session.summary()).toMatchObject({ kept: 3, openErrors: 0, fixes: [] })
})

test.each([
  [
    'a text',
    `Name;IBAN\nAnn;${A}\n---;---\nPage 2\nName ; IBAN\nBen;${C}\n`,
    ['rule_row', 'iban_required', 'heading_row'],
  ],
  ['a table of a database', ` name | iban\n------+------\n Ann  | ${A}\n`, ['rule_row']],
  ['a text without a header', `Ann Lee;${A}\n=====;=====\nBen Cox;${C}\n`, ['rule_row']],
])('the lines of %s that are no rows have their reason', async (_, text, reasons) => {
  const rows = [...(await checkedSession(text)).checkedRows()]
  expect(rows.flatMap(({ problems: [first] }) => (first ? [first.hint ?? first.code] : []))).toEqual(reasons)
})

test('a payee is no heading because the line above the header has the same name, nor a line because it is empty', async () => {
  const text = `Nord GmbH;${A}\nName;IBAN\nNord GmbH;DE89370400440532013001\nNord GmbH;-\n-;${A}\n`
  const rows = [...(await checkedSession(text)).checkedRows()]
  expect(rows.flatMap(({ problems: [first] }) => (first ? [first.hint ?? first.code] : []))).toEqual([
    'iban_checksum',
    'iban_placeholder',
  ])
})

test('a heading over some of the rows is no payee, if it is beside the names', async () => {
  const list = (...rows: string[]) =>
    `Nr.;Name;IBAN;Betrag\n1;Ann Lee;${A};1,00\n${rows.join('\n')}\n2;Ben Cox;${C};2,00\n`
  const reasonOf = async (row: string) => (await checkedSession(list(row))).checkedRows().row(1).problems[0]
  for (const heading of ['Kreditoren Inland;;;', 'Kreditoren Ausland', 'Kostenstelle 100;;;'])
    expect(await reasonOf(heading), heading).toMatchObject({ hint: 'heading_row' })
  for (const row of [
    ';Kreditoren Inland;;',
    'K100;;;',
    'K100;;;5,00',
    'Inland;;;5,00',
    'Inland;Nord;;',
    ';;Nord GmbH;',
    `Nord GmbH ${A}`,
  ])
    expect(await reasonOf(row), row).not.toMatchObject({ hint: 'heading_row' })
})

test('a heading of a workbook is one too where its cell spans the columns, but a row under a merged cell is not', async () => {
  const rows = [
    ['Nr.', 'Name', 'IBAN', 'Rechnung'],
    ['Kreditoren Inland', '', '', ''],
    ['1', 'Ann Lee', A, 'im Mai'],
    ['', '', '', 'im Juni'],
  ]
  const session = await checkedSession(
    makeWorkbook([{ name: 'Pay', rows, merged: ['A2:D2', 'A3:A4', 'B3:B4', 'C3:C4'] }]),
  )
  expect(session.view().notes).toEqual([{ code: 'merged_rows', lines: [4] }])
  expect(session.checkedRows().row(0).problems[0]).toMatchObject({ hint: 'heading_row' })
  expect(session.checkedRows().row(2).problems[0]).toMatchObject({ hint: 'merged' })
})

test.each([
  [
    'a statement of SWIFT (MT940)',
    `:20:START\n:25:${A}\n:61:2611281128D12,50NTRFNONREF\n:86:177?31${B}?32Nord GmbH\n`,
  ],
  ['a letter', `Dear all\nplease pay ${A}\nAnn Lee\n`],
])('%s has no columns, so it is refused at once', async (_, text) => {
  await expect(checkedSession(text)).rejects.toThrow('header_not_found')
  const asked = await checkedSession(text, { options: { delimiter: ';' } })
  expect(asked.view().columns).toHaveLength(1)
})

test('a row that a person filled in is a row', async () => {
  const session = await checkedSession(`Name;IBAN\nAnn;${A}\n---;---\n`)
  session.edit(2, { name: 'Ben' })
  expect(session.checkedRows().row(1).problems).toMatchObject([{ field: 'iban', hint: 'iban_placeholder' }])
})

test('another list below the first is announced where it begins, and one beside it by its columns', async () => {
  const below = `Name;IBAN\nAnn Lee;${A}\nBen Cox;${B}\n\nKunde;Kontoinhaber;IBAN\n1;Cid Fox;${B}\n2;Dan Fox;${C}\n`
  const session = await checkedSession(below)
  expect(session.summary().fixes).toContainEqual(expect.objectContaining({ kind: 'other_list', rows: 1 }))
  expect(session.checkedRows().row(2).problems).toMatchObject([{ hint: 'other_list' }])
  const beside = (header: string, second: string[]) =>
    `Name;IBAN;;Name;${header}\n${second.map((iban, n) => `Ann ${n};${n ? B : A};;Ben;${iban}`).join('\n')}\n`
  const notesOf = async (text: string) => (await checkedSession(text)).view().notes
  expect(await notesOf(beside('IBAN', [B, C]))).toEqual([{ code: 'list_beside', columns: [5] }])
  for (const own of [beside('IBAN', [C, C]), beside('Auftraggeber IBAN', [B, C]), beside('IBAN alt', [B, C])])
    expect(await notesOf(own)).toEqual([])
})
