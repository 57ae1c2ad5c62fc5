import { readFileSync } from 'node:fs'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readFile } from '@/lib/tables/read/read-file'
import type { StoredReading } from '@/lib/tables/table'
import { makeWorkbook, type TestCell } from '@/lib/tables/testing/make-workbook'
import { UnreadableOriginal } from './annotate'
import { annotateFile } from './annotate-file'

const whole = (pieces: Iterable<Uint8Array>) => new Uint8Array(Buffer.concat([...pieces]))
const read = (bytes: Uint8Array, options: StoredReading = {}) => {
  const table = readFile(bytes, options)
  if ('problem' in table) throw new Error(table.problem)
  return table
}

const ROWS: TestCell[][] = [
  ['Liste de mars'],
  ['Nom', 'IBAN', 'Montant'],
  ['Jean & Fils', 'FR7630006000011234567890189', { number: '12.5', style: 1 }],
  [],
  ['Uwe', { xml: '<c t="str"><f>B3</f><v>DE89370400440532013000</v></c>' }, { number: '7' }],
]

describe.each(['', 'x'])('a workbook (prefix "%s")', (prefix) => {
  // markup of the test cells has no prefix of its own
  const rows = prefix === '' ? ROWS : ROWS.slice(0, 4)
  const bytes = makeWorkbook(
    [
      { name: 'A', rows },
      { name: 'B', rows: [['other']] },
    ],
    prefix,
  )

  test('keeps every cell and every other part; results are to the right of the widest row', () => {
    const results = ['=Match', 'a<b> & "c" _x0041_\r\n\u0007']
    const out = whole(
      annotateFile(bytes, { format: 'workbook' }, (n) => [`${results[0]} ${n}`, results[1] ?? ''], [
        'Result',
        'Reason',
      ]),
    )
    const [before, after] = [read(bytes), read(out)]
    expect(after.headers).toEqual([...before.headers, 'Result', 'Reason'])
    expect(after.records.map(({ line, cells }) => [line, ...cells])).toEqual(
      before.records.map(({ line, cells, number }) => [
        line,
        ...cells,
        `=Match ${number}`,
        'a<b> & "c" _x0041_\r\n',
      ]),
    )
    const [old, now] = [unzipSync(bytes), unzipSync(out)]
    expect(Object.keys(now)).toEqual(Object.keys(old))
    for (const [name, part] of Object.entries(old)) {
      if (!name.endsWith('sheet0.xml')) expect(now[name]).toEqual(part)
    }
    const sheet = strFromU8(now['xl/worksheets/sheet0.xml'] ?? new Uint8Array())
    for (const [cell] of strFromU8(old['xl/worksheets/sheet0.xml'] ?? new Uint8Array()).matchAll(
      /<c .*?<\/c>/g,
    )) {
      expect(sheet).toContain(cell)
    }
  })

  test('is read in the same way as when it was uploaded', () => {
    const options = { format: 'workbook' as const, headerRow: null, sheet: 'B' }
    const out = read(
      whole(annotateFile(bytes, options, (_, cells) => [`about ${cells[0]}`], ['unused'])),
      options,
    )
    expect(out.records.map(({ cells }) => cells)).toEqual([['other', 'about other']])
  })
})

test('payment orders become a CSV of their transactions with the results', () => {
  const xml = readFileSync(new URL('../testing/pain001/pain.001.001.09_problems.xml', import.meta.url))
  const csv = whole(annotateFile(xml, { format: 'payments' }, (n) => [`r${n}`], ['Result']))
  const [before, after] = [read(xml), read(csv)]
  expect(after.headers).toEqual([...before.headers, 'Result'])
  expect(after.records.map(({ cells }) => cells)).toEqual(
    before.records.map(({ cells, number }) => [...cells, `r${number}`]),
  )
})

test('text keeps its bytes, and the callback that adds cells gets the row’s own cells', () => {
  const text = 'Nom;IBAN\r\n"A;B";X\r\n'
  const out = whole(
    annotateFile(new TextEncoder().encode(text), {}, (_, cells) => [cells[0] ?? ''], ['Copy']),
  )
  expect(new TextDecoder().decode(out)).toBe('Nom;IBAN;Copy\r\n"A;B";X;"A;B"\r\n')
})

test('a file that is no longer a workbook is refused as such', () => {
  expect(() => whole(annotateFile(new Uint8Array(10), { format: 'workbook' }, () => [], []))).toThrow(
    UnreadableOriginal,
  )
})

/** A workbook whose sheet was edited by hand. */
function withSheet(change: (xml: string) => string): Uint8Array {
  const parts = unzipSync(
    makeWorkbook([
      {
        name: 'A',
        rows: [
          ['Name', 'IBAN'],
          ['Ada', 'X1'],
          ['Bea', 'X2'],
        ],
      },
    ]),
  )
  const name = 'xl/worksheets/sheet0.xml'
  return zipSync({ ...parts, [name]: strToU8(change(strFromU8(parts[name] ?? new Uint8Array()))) })
}

test.each<[string, (xml: string) => string]>([
  ['numbers in single quotes', (xml) => xml.replaceAll(/<row r="(\d)"/g, "<row r='$1'")],
  ['no numbers', (xml) => xml.replaceAll(/<row r="\d"/g, '<row')],
  ['another attribute that ends in r', (xml) => xml.replaceAll('<row r=', '<row over="9" r=')],
  [
    'comments, CDATA and instructions that hold rows',
    (xml) =>
      xml
        .replace('</row>', '<!-- </row><row> --></row><!-- <row r="2"/> <row> -->')
        .replace('X1', '<![CDATA[X1]]>')
        .replace('<sheetData>', '<?x <row>?><sheetData>'),
  ],
  ['a row whose attribute holds a sign of markup', (xml) => xml.replace('<row r="2"', '<row x="a>b" r="2"')],
  [
    'a row without cells',
    (xml) => xml.replace('<row r="3"', '<row r="7"/><row r="8"').replaceAll(/(r="[A-C])3"/g, '$18"'),
  ],
])('results are in the row they belong to: %s', (_, change) => {
  const bytes = withSheet(change)
  const out = whole(
    annotateFile(bytes, { format: 'workbook' }, (_, cells) => [`about ${cells[1]}`], ['Result']),
  )
  const [before, after] = [read(bytes), read(out)]
  expect(before.records.map(({ cells }) => cells[1])).toEqual(['X1', 'X2'])
  expect(after.records.map(({ cells }) => cells.slice(1))).toEqual([
    ['X1', 'about X1'],
    ['X2', 'about X2'],
  ])
})

test('a large workbook is written in chunks and asks for results as it goes', () => {
  const rows = Array.from({ length: 4000 }, (_, i) => [`Payee ${i}`, `DE${i}`])
  const bytes = makeWorkbook([{ name: 'A', rows: [['Name', 'IBAN'], ...rows] }])
  let asked = 0
  const added = (n: number) => {
    asked = n
    return [`${n}`]
  }
  const pieces = []
  const askedAt = []
  for (const piece of annotateFile(bytes, { format: 'workbook' }, added, ['Result'])) {
    pieces.push(piece)
    askedAt.push(asked)
  }
  expect(new Set(askedAt).size).toBeGreaterThan(2)
  const again = read(whole(pieces))
  expect(again.records.map(({ cells }) => cells.at(-1))).toEqual(rows.map((_, i) => `${i + 1}`))
})
