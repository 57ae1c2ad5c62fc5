import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readFile } from '@/lib/tables/read/read-file'
import { makeWorkbook } from '@/lib/tables/testing/make-workbook'

const IBAN = 'FR7630006000011234567890189'
const PATH = 'xl/worksheets/sheet0.xml'

/** Reads a workbook with these rows after its header in row 1, and this XML after them. */
function read(rows: string, behind = '') {
  const parts = unzipSync(makeWorkbook([{ name: 'Pay', rows: [['Payee', 'IBAN', 'Amount']] }]))
  const xml = strFromU8(parts[PATH] ?? new Uint8Array())
  const sheet = xml.replace('</sheetData>', `${rows}</sheetData>${behind}`)
  return readFile(zipSync({ ...parts, [PATH]: strToU8(sheet) }))
}
const text = (at: string, value: string) => `<c r="${at}" t="str"><v>${value}</v></c>`
const number = (at: string, value: string) => `<c r="${at}"><v>${value}</v></c>`
const row = (line: number, amount: string) =>
  `<row r="${line}">${text(`A${line}`, 'Ann')}${text(`B${line}`, IBAN)}${amount}</row>`

describe('a sheet that two programs may read differently is refused as damaged', () => {
  test.each([
    ['a column that is set twice', row(2, number('C2', '10') + number('C2', '99'))],
    ['an address before the one before', row(2, number('D2', '10') + number('C2', '99'))],
    ['an address that a cell without one has', row(2, `<c><v>10</v></c>${number('C2', '99')}`)],
    ['an address in a row below', row(2, number('C3', '10'))],
    ['an address in a row above', row(2, '') + row(3, number('C2', '99'))],
    ['an address that is none', row(2, number('C', '10'))],
    ['a row number that repeats', row(2, number('C2', '10')) + row(2, number('C2', '99'))],
    ['a row number before the one before', row(3, number('C3', '10')) + row(2, number('C2', '99'))],
    ['a row number that a row without one has', `<row/>${row(2, number('C2', '10'))}`],
    ['two values of a cell', row(2, '<c r="C2"><v>1</v><v>0</v></c>')],
    ['two texts of a cell', row(2, '<c r="C2" t="inlineStr"><is><t>1</t></is><is><t>0</t></is></c>')],
    ['two parts of a text', row(2, '<c r="C2" t="inlineStr"><is><t>1</t><t>0</t></is></c>')],
    ['an element in a value', row(2, '<c r="C2"><v>1<x/>0</v></c>')],
    ['a cell in a cell', row(2, `<c r="C2"><v>1</v>${number('D2', '0')}</c>`)],
    ['two lists', `${row(2, '')}</sheetData><sheetData>${row(3, number('C3', '10'))}`],
    ['a row in a row', row(2, row(3, number('C3', '10')))],
  ])('%s', (_, rows) => {
    expect(read(rows)).toEqual({ problem: 'file_damaged' })
  })
})

describe('a cell has the one value of its type', () => {
  test.each([
    ['a number beside a text', '<c r="C2"><v>100</v><is><t>0</t></is></c>'],
    ['a text beside a number', '<c r="C2" t="inlineStr"><v>0</v><is><t>100</t></is></c>'],
    [
      'a text without its phonetic reading',
      '<c r="C2" t="inlineStr"><is><t>100</t><rPh><t>0</t></rPh></is></c>',
    ],
    ['a text of two runs', '<c r="C2" t="inlineStr"><is><r><t>1</t></r><r><t>00</t></r></is></c>'],
    ['a value beside that of an extension', '<c r="C2"><v>100</v><extLst><ext><v>0</v></ext></extLst></c>'],
    ['a value around a comment', '<c r="C2"><v>1<!-- 2 -->0<![CDATA[0]]></v></c>'],
    ['no address', '<c><v>100</v></c>'],
    ['no address, and none before it', '<c><v>100</v></c><c/><c r="G2"/><c/>'],
  ])('%s', (_, amount) => {
    expect(read(row(2, amount))).toMatchObject({ records: [{ line: 2, cells: ['Ann', IBAN, '100'] }] })
  })
})

test('rows and cells without an address get the next one', () => {
  const plain = (amount: string) => row(2, `<c><v>${amount}</v></c>`).replaceAll(/ r="\w+"/g, '')
  expect(read(plain('1') + row(5, number('C5', '2')) + plain('3'))).toMatchObject({
    records: [
      { line: 2, cells: ['Ann', IBAN, '1'] },
      { line: 5, cells: ['Ann', IBAN, '2'] },
      { line: 6, cells: ['Ann', IBAN, '3'] },
    ],
  })
})

test('elements named like rows and cells after the list, such as positions of buttons, are ignored', () => {
  const anchor = '<controls><anchor><from><x:col>2</x:col><x:row>1</x:row></from></anchor></controls>'
  const others = `<extLst><ext>${row(3, number('C3', '5'))}${number('D2', '6')}</ext></extLst>`
  expect(read(row(2, number('C2', '10')), anchor + others)).toMatchObject({
    records: [{ line: 2, cells: ['Ann', IBAN, '10'] }],
  })
})
