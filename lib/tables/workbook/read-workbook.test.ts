import { strToU8, zipSync } from 'fflate'
import readXlsx from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { guessColumns } from '@/lib/tables/columns/columns'
import { readFile } from '@/lib/tables/read/read-file'
import { checkRows } from '@/lib/tables/testing/lists'
import { makeWorkbook, type TestCell } from '@/lib/tables/testing/make-workbook'
import { cellAddress, placeOf } from './cells'

const IBANS = ['FR7630006000011234567890189', 'DE89370400440532013000', 'NL91ABNA0417164300'] as const
const HEADER = ['Nom', 'IBAN', 'Reference']
const GOOD: TestCell[] = ['Jean Dupont', IBANS[0], 'A1']

const run = (rows: TestCell[][], more: { hiddenRows?: number[]; merged?: string[] } = {}) => {
  const table = readFile(makeWorkbook([{ name: 'Liste', rows, ...more }]))
  if ('problem' in table) throw new Error(table.problem)
  return { table, ...checkRows(table, guessColumns(table)) }
}

describe('cells of a workbook', () => {
  test('texts, numbers, dates and leading zeros are read as displayed', () => {
    const { table } = run([
      HEADER,
      ['Jean & “Zoë”  ', IBANS[0], { number: '42' }],
      ['B', IBANS[1], { number: '45292', style: 1 }],
      ['C', IBANS[2], { number: '1234', style: 2 }],
      ['D', IBANS[2], { number: '0.30000000000000004' }],
    ])
    expect(table.records.map(({ cells }) => cells[2])).toEqual(['42', '2024-01-01', '0000001234', '0.3'])
    expect(table.records[0]?.cells[0]).toBe('Jean & “Zoë”  ')
  })

  test.each([
    ['1', '1900-01-01'],
    ['59.5', '1900-02-28 12:00:00'],
    ['60', '1900-02-29'],
    ['61', '1900-03-01'],
  ])('day %s is %s, as it is shown', (number, shown) => {
    expect(run([HEADER, ['A', IBANS[0], { number, style: 1 }]]).table.records[0]?.cells[2]).toBe(shown)
  })

  test('a number that lost digits is refused with its reason; in the reference it is a warning', () => {
    const { rows } = run([
      HEADER,
      GOOD,
      ['Anna', { number: '7.63000600001123E+26' }, 'A2'],
      ['Uwe', { number: '12345678901234568' }, 'A3'],
      ['Lea', IBANS[1], { number: '12345678901234568' }],
    ])
    expect(rows[1]?.problems).toMatchObject([{ field: 'iban', hint: 'digits_lost' }])
    expect(rows[2]?.problems).toMatchObject([{ field: 'iban', hint: 'digits_lost' }])
    expect(rows[3]).toMatchObject({ problems: [], warnings: ['reference_digits_lost'] })
  })

  test('a formula gives its stored result with a warning; without one the cell is empty and says why', () => {
    const { rows } = run([
      HEADER,
      ['Anna', { xml: `<c t="str"><f>A1</f><v>${IBANS[0]}</v></c>` }, 'A2'],
      ['Uwe', { xml: '<c><f>A1</f></c>' }, 'A3'],
      ['Lea', { xml: '<c t="e"><f>A1</f><v>#N/A</v></c>' }, 'A3'],
    ])
    expect(rows[0]).toMatchObject({ iban: IBANS[0], problems: [], warnings: ['formula_cached'] })
    expect(rows[1]?.problems).toMatchObject([{ code: 'iban_required', hint: 'formula_empty' }])
    expect(rows[2]?.problems).toMatchObject([{ field: 'iban', hint: 'iban_placeholder' }])
  })

  test('the numbers of a row are known by their columns, without any warning', () => {
    const { table, rows } = run([
      [...HEADER, 'a', 'b'],
      ['Anna', IBANS[0], { number: '1.5' }, '1,5', { xml: '<c><f>C2</f><v>2.5</v></c>' }],
      ['Uwe', IBANS[1], { number: '2' }, '', { number: '3', style: 2 }],
      ['Lea', IBANS[2], { number: '45292', style: 1 }, { xml: '<c t="b"><v>1</v></c>' }],
      ['Lea', IBANS[2], { xml: '<c><v>1,5</v></c>' }],
    ])
    const numbers = table.records.map((record) => record.numbers)
    expect(numbers).toEqual([[2, 4], [2, 4], undefined, undefined])
    expect(numbers[0]).toBe(numbers[1])
    expect(table.records.map(({ traits }) => traits)).toEqual([
      { 4: 'formula' },
      undefined,
      undefined,
      undefined,
    ])
    expect(rows.flatMap(({ warnings }) => warnings)).toEqual([])
  })

  test('merged, hidden and blank rows are reported by their number in the sheet', () => {
    const { table, rows } = run(
      [HEADER, GOOD, ['Jean Dupont', '', 'A2'], ['', '', ''], ['Uwe', IBANS[1], ''], ['Lea', IBANS[2], '']],
      { hiddenRows: [5], merged: ['B2:B3'] },
    )
    expect(table.notes).toEqual([
      { code: 'hidden_rows', lines: [5] },
      { code: 'merged_rows', lines: [3] },
      { code: 'blank_rows', lines: [4] },
    ])
    expect(table.records.map(({ number, line }) => [number, line])).toEqual([
      [1, 2],
      [2, 3],
      [3, 5],
      [4, 6],
    ])
    expect(rows[1]?.problems).toMatchObject([{ code: 'iban_required', hint: 'merged' }])
    expect(rows[2]?.warnings).toEqual(['row_hidden'])
  })

  test('addresses are those of the sheet', () => {
    expect([cellAddress(0, 7), cellAddress(26, 1), cellAddress(701, 3)]).toEqual(['A7', 'AA1', 'ZZ3'])
    expect(placeOf('ZZ3')).toEqual({ column: 701, row: 3 })
  })
})

describe('the sheets of a workbook', () => {
  const sheets = [
    { name: 'Readme', rows: [['How to use this']] },
    { name: 'Archive', rows: [HEADER, GOOD], hidden: true },
    { name: 'Payees', rows: [['List of March'], [], HEADER, GOOD, ['Uwe', IBANS[1]]] },
    { name: 'Old', rows: [HEADER, GOOD] },
  ]

  test('the first visible one with IBANs is used, and any visible one can be chosen', () => {
    const bytes = makeWorkbook(sheets)
    const first = readFile(bytes)
    expect(first).toMatchObject({ sheet: 'Payees', sheets: ['Readme', 'Payees', 'Old'], headerRow: 3 })
    expect(readFile(bytes, { sheet: 'Old' })).toMatchObject({ sheet: 'Old', headerRow: 1 })
    expect(readFile(bytes, { headerRow: null })).toMatchObject({
      headerRow: null,
      notes: [{ code: 'blank_rows', lines: [2] }],
    })
  })

  test('namespace prefixes make no difference', () => {
    const [plain, prefixed] = [makeWorkbook(sheets), makeWorkbook(sheets, 'x')].map((bytes) =>
      readFile(bytes),
    )
    expect(prefixed).toEqual(plain)
  })
})

test('the cells are the same as those of read-excel-file', async () => {
  const rows = [HEADER, GOOD, ['Ünal_x000D_Ö', IBANS[1], ' '], ['C', IBANS[2], 'x']]
  const bytes = makeWorkbook([{ name: 'Liste', rows }])
  const [theirs] = await readXlsx(Buffer.from(bytes), { trim: false })
  const table = readFile(bytes, { headerRow: null })
  if ('problem' in table || !theirs) throw new Error('not read')
  expect(table.records.map(({ cells }) => cells)).toEqual(theirs.data)
})

describe('an unreadable workbook says why', () => {
  const old = (name: string) => {
    const bytes = new Uint8Array(2048)
    bytes.set([0xd0, 0xcf, 0x11, 0xe0])
    for (const [i, sign] of [...name].entries()) bytes[1024 + 2 * i] = sign.charCodeAt(0)
    return bytes
  }
  const locked = zipSync({ 'a.xml': strToU8('x') })
  locked[6] = 1
  const written = zipSync({
    '_rels/.rels': strToU8(
      '<Relationships><Relationship Type="http://x/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    'word/document.xml': strToU8('<w:document><w:body/></w:document>'),
  })
  test.each([
    ['a text document', written, 'file_type'],
    ['with a password', old('EncryptedPackage'), 'file_password'],
    ['an old .xls', old('Workbook'), 'file_old_excel'],
    ['an old document', old('WordDocument'), 'file_type'],
    ['an encrypted zip', locked, 'file_password'],
    ['another zip', zipSync({ 'a.txt': strToU8('x') }), 'file_type'],
    ['a binary workbook', zipSync({ 'xl/workbook.bin': strToU8('x') }), 'file_old_excel'],
    ['a cut file', makeWorkbook([{ name: 'A', rows: [GOOD] }]).subarray(0, 600), 'file_damaged'],
    ['nothing in it', makeWorkbook([{ name: 'A', rows: [] }]), 'file_empty'],
  ])('%s', (_, bytes, problem) => {
    expect(readFile(bytes)).toEqual({ problem })
  })

  test('only a header, with its line', () => {
    const file = makeWorkbook([{ name: 'A', rows: [[], HEADER] }])
    expect(readFile(file)).toEqual({ problem: 'file_empty', line: 2 })
  })

  test('a zip bomb is not decompressed', () => {
    const bomb = makeWorkbook([{ name: 'A', rows: [HEADER, GOOD] }])
    // the declared size of every part, in the central directory
    for (let i = 0; i + 28 < bomb.length; i++) {
      if (bomb[i] === 0x50 && bomb[i + 1] === 0x4b && bomb[i + 2] === 1 && bomb[i + 3] === 2)
        bomb[i + 27] = 0x20
    }
    expect(readFile(bomb)).toEqual({ problem: 'file_damaged' })
  })
})
