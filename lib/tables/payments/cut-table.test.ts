import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readFile } from '@/lib/tables/read/read-file'
import type { Rec, StoredReading } from '@/lib/tables/table'
import { makeWorkbook } from '@/lib/tables/testing/make-workbook'
import { encodeText } from '@/lib/tables/testing/write-table'
import { ENCODINGS, type Encoding } from '@/lib/tables/text/choices'
import { decodeAs, encode } from '@/lib/tables/text/encoding'
import { cutFile } from './cut-file'
import type { CutPlan } from './line'
import { verifyCut } from './verify-cut'

const DE = 'DE89370400440532013000'
const map = { iban: 0, name: [1], instead: [], reference: null, note: null, amount: 2, currencyCode: 'EUR' }
const plan = (released: number[], more: Partial<CutPlan> = {}): CutPlan => ({
  ...{ released, gone: [], names: [], nameCap: 70, at: '2026-03-31T10:00:00Z' },
  messageIds: { released: '', held: '' },
  ...more,
})
const cutTable = (...[bytes, table, columns, of]: Parameters<typeof cutFile>) => {
  const files = cutFile(bytes, table, columns, of)
  if (!('original' in files)) throw new Error(JSON.stringify(files))
  expect(verifyCut({ bytes, table, map: columns, plan: of }, files)).toBeNull()
  return files
}
const utf8 = (text: string) => new TextEncoder().encode(text)
const textOf = (part: { bytes: Uint8Array } | null) => (part ? decodeAs(part.bytes, 'utf-8') : null)
const CSV: StoredReading = { format: 'text', encoding: 'utf-8', delimiter: ';', headerRow: 1 }

describe('a text file', () => {
  const file = `IBAN;Name;Amount\r\n${DE};Ann;1,10\r\n\r\n"${DE}";"Ben; Sons";2,20\n${DE};Cid;3,30`

  test('is split into released and held rows, byte for byte', () => {
    const { released, held, original } = cutTable(utf8(file), CSV, map, plan([2]))
    expect(textOf(released)).toBe(`IBAN;Name;Amount\r\n\r\n"${DE}";"Ben; Sons";2,20\n`)
    expect(textOf(held)).toBe(`IBAN;Name;Amount\r\n${DE};Ann;1,10\r\n\r\n${DE};Cid;3,30`)
    expect([released?.sums, held?.sums, original.sums]).toEqual([
      { EUR: '2.20' },
      { EUR: '4.40' },
      { EUR: '6.60' },
    ])
    expect([released?.lines, held?.lines, original.lines]).toEqual([1, 2, 3])
  })

  test('stays as it is when all rows are released, and there is no held file', () => {
    const { released, held } = cutTable(utf8(file), CSV, map, plan([1, 2, 3]))
    expect(textOf(released)).toBe(file)
    expect(held).toBeNull()
  })

  test('is split again without the rows of earlier releases', () => {
    const { released, held, original } = cutTable(utf8(file), CSV, map, plan([1], { gone: [2] }))
    expect(textOf(released)).toBe(`IBAN;Name;Amount\r\n${DE};Ann;1,10\r\n\r\n`)
    expect(textOf(held)).toBe(`IBAN;Name;Amount\r\n\r\n${DE};Cid;3,30`)
    expect(original).toEqual({ lines: 2, sums: { EUR: '4.40' } })
  })

  test('has corrected names in released rows only, quoted like the rest of the file', () => {
    const names: [number, string][] = [
      [1, 'Ann; Lee'],
      [2, 'Ben "B" Sons'],
      [3, 'Cid Corr'],
    ]
    const { released, held } = cutTable(utf8(file), CSV, map, plan([1, 2], { names }))
    expect(textOf(released)).toBe(
      `IBAN;Name;Amount\r\n${DE};"Ann; Lee";1,10\r\n\r\n"${DE}";"Ben ""B"" Sons";2,20\n`,
    )
    expect(textOf(held)).toContain(`${DE};Cid;3,30`)
  })

  test('reports which names were shortened', () => {
    const names: [number, string][] = [
      [1, 'A very long name'],
      [3, 'Short'],
    ]
    const { released, shortened } = cutTable(utf8(file), CSV, map, plan([1, 3], { names, nameCap: 7 }))
    expect(textOf(released)).toContain(`${DE};A very;1,10`)
    expect(shortened).toEqual([[1, 'A very']])
  })

  test('gets the whole corrected name in one column, even if two columns held the name, or an alternative one', () => {
    const joined = { ...map, iban: 2, name: [0, 1], instead: [3], amount: 4 }
    const parts = `First;Last;IBAN;Company;Amount\nAnn;Lee;${DE};;1\n;Bo;${DE};;2\nCid;Cox;${DE};Cox Ltd;3\n`
    const names: [number, string][] = [
      [1, 'Ann Leigh'],
      [2, 'Bob'],
      [3, 'Cox Limited'],
    ]
    const { released } = cutTable(utf8(parts), CSV, joined, plan([1, 2, 3], { names }))
    expect(textOf(released)).toBe(
      `First;Last;IBAN;Company;Amount\nAnn Leigh;;${DE};;1\n;Bob;${DE};;2\nCid;Cox;${DE};Cox Limited;3\n`,
    )
  })

  test('gets no letter that its encoding lacks, and the changed name is reported', () => {
    const table: StoredReading = { ...CSV, encoding: 'windows-1252' }
    const bytes = encode(file, 'windows-1252')
    const { released, shortened } = cutTable(bytes, table, map, plan([1], { names: [[1, 'Łódź Zoë']] }))
    expect(decodeAs(released?.bytes as Uint8Array, 'windows-1252')).toContain(`${DE};Lódz Zoë;1,10`)
    expect(shortened).toEqual([[1, 'Lódz Zoë']])
  })
})

/** A generator of pseudo-random numbers, the same in every run. */
function numbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return (state >> 8) % below
  }
}

const WORDS = [
  'Ann',
  'Zoë',
  '"Nord"',
  'a;b',
  'x|y',
  "O'Neil",
  'two\r\nlines',
  ' ',
  '',
  '§',
  'say ""',
  "'=1",
  '\u00a0',
]

function randomFile(seed: number) {
  const next = numbers(seed)
  const pick = <T>(all: readonly T[]): T => all[next(all.length)] as T
  const delimiter = pick([';', ',', '\t', '|', '§'])
  const encoding = pick(ENCODINGS.filter((each) => /^(?:utf|windows-1252|iso-8859-15)/.test(each)))
  const quote = (text: string) =>
    next(3) === 0 || /["\r\n]/.test(text) || text.includes(delimiter)
      ? `"${text.replaceAll('"', '""')}"`
      : text
  const line = (cells: string[]) => cells.map(quote).join(delimiter) + pick(['\r\n', '\n', '\r'])
  const preamble = Array.from({ length: next(3) }, () => `Exported${pick(['\n', '\r\n'])}`).join('')
  const rows = Array.from({ length: 1 + next(12) }, (_, i) =>
    next(6) === 0
      ? pick(['\n', '\r\n'])
      : line([DE, `${pick(WORDS)}${pick(WORDS)}`, String(i + 1), pick(WORDS)]),
  )
  const text =
    preamble + line(['IBAN', 'Name', 'Amount', 'More']) + rows.join('') + line([DE, 'La^st', '7', ''])
  const bytes = encodeText(text, encoding, next(2) === 0)
  if (next(4) === 0 && !encoding.startsWith('utf-16')) bytes[bytes.lastIndexOf(0x5e)] = 0xff
  return { bytes, encoding, options: { format: 'text', encoding, delimiter } as StoredReading, next }
}

const units = (bytes: Uint8Array, encoding: Encoding) =>
  decodeAs(bytes, encoding.startsWith('utf-16') ? encoding : 'windows-1252')

test.each(Array.from({ length: 150 }, (_, seed) => seed + 1))(
  'random file %i: each row is in exactly one of the two files, and no other byte is lost',
  (seed) => {
    const { bytes, encoding, options, next } = randomFile(seed)
    const table = readFile(bytes, options)
    if ('problem' in table) throw new Error(table.problem)
    const all = table.records.map(({ number }) => number)
    const released = all.filter(() => next(2) === 0)
    const { released: left, held } = cutTable(bytes, options, map, plan(released))
    const rows = (part: typeof left) => {
      if (part === null) return []
      const found = readFile(part.bytes, { ...options, headerRow: table.headerRow })
      if ('problem' in found) throw new Error(found.problem)
      return found.records.map(({ cells }) => cells)
    }
    const of = (numbers: number[]) => numbers.map((number) => table.records[number - 1]?.cells)
    expect(rows(left)).toEqual(of(released))
    expect(rows(held)).toEqual(of(all.filter((number) => !released.includes(number))))
    const whole = units(bytes, encoding)
    const everything = cutTable(bytes, options, map, plan(all)).released
    expect(units(everything?.bytes as Uint8Array, encoding)).toBe(whole)
    const single = (row: number) => cutTable(bytes, options, map, plan([row])).released?.bytes.length ?? 0
    const sizes = all.reduce((sum, row) => sum + single(row), 0)
    const outside = left && held ? left.bytes.length + held.bytes.length - bytes.length : 0
    if (left && held) expect(sizes).toBe(bytes.length + (all.length - 1) * outside)
  },
)

test.each(Array.from({ length: 60 }, (_, seed) => seed + 1000))(
  'random file %i: a corrected name changes only its own cell',
  (seed) => {
    const { bytes, options } = randomFile(seed)
    const table = readFile(bytes, options)
    if ('problem' in table) throw new Error(table.problem)
    const all = table.records.map(({ number }) => number)
    const name = `New ${options.delimiter} "Name" O'X`.replace(/\s+/g, ' ')
    const isRenamed = ({ number, cells }: Rec) => number % 2 === 0 && cells[1]?.trim() !== ''
    const names = table.records.filter(isRenamed).map(({ number }): [number, string] => [number, name])
    const { released } = cutTable(bytes, options, map, plan(all, { names }))
    const found = readFile(released?.bytes as Uint8Array, { ...options, headerRow: table.headerRow })
    if ('problem' in found) throw new Error(found.problem)
    expect(found.records.map(({ cells }) => cells)).toEqual(
      table.records.map((record) => (isRenamed(record) ? record.cells.with(1, name) : record.cells)),
    )
  },
)

describe('a workbook', () => {
  const cell = (xml: string) => ({ xml })
  const rows = [
    ['A list of payments'],
    ['IBAN', 'Name', 'Amount', 'Twice'],
    [DE, 'Ann', { number: '1.5' }, cell('<c s="1"><f t="shared" ref="D3:D5" si="0">C3*2</f><v>3</v></c>')],
    [
      DE,
      cell('<c s="2" t="inlineStr"><is><t>Ben</t></is></c>'),
      { number: '20' },
      cell('<c><f t="shared" si="0"/><v>40</v></c>'),
    ],
    [],
    [DE, 'Cid', '3,30', 'x'],
  ]
  const file = makeWorkbook([
    { name: 'Pay', rows, merged: ['A1:D1'] },
    { name: 'Other', rows: [['kept']] },
  ])
  const table: StoredReading = { format: 'workbook', sheet: 'Pay', headerRow: 2 }
  const read = (part: { bytes: Uint8Array } | null) => {
    const found = readFile(part?.bytes as Uint8Array, table)
    if ('problem' in found) throw new Error(found.problem)
    return found.records.map(({ line, cells, traits }) => ({ line, cells, ...(traits && { traits }) }))
  }

  test('is split into rows without gaps, with the same cells and with values instead of formulas', () => {
    const { released, held } = cutTable(file, table, map, plan([2]))
    expect(read(released)).toEqual([{ line: 3, cells: [DE, 'Ben', '20', '40'] }])
    expect(read(held)).toEqual([
      { line: 3, cells: [DE, 'Ann', '1.5', expect.any(String)] },
      { line: 4, cells: [DE, 'Cid', '3,30', 'x'] },
    ])
    expect(held?.lines).toBe(2)
  })

  test('keeps its cells and formulas when all rows are released', () => {
    const { released } = cutTable(file, table, map, plan([1, 2, 3]))
    const sheet = (bytes: Uint8Array) => strFromU8(unzipSync(bytes)['xl/worksheets/sheet0.xml'] as Uint8Array)
    expect(sheet(released?.bytes as Uint8Array)).toBe(sheet(file))
  })

  test('gets corrected names as text, in the format of their cells', () => {
    const { released } = cutTable(
      file,
      table,
      map,
      plan([1, 2], {
        names: [
          [2, '=Ben & <Co>'],
          [3, 'No'],
        ],
      }),
    )
    expect(read(released).map(({ cells }) => cells[1])).toEqual(['Ann', '=Ben & <Co>'])
    const sheet = strFromU8(
      unzipSync(released?.bytes as Uint8Array)['xl/worksheets/sheet1.xml'] as Uint8Array,
    )
    expect(sheet).toContain('<c r="B4" s="2" t="s">')
  })

  test('is also split if its XML has a namespace prefix', () => {
    const prefixed = makeWorkbook(
      [
        {
          name: 'Pay',
          rows: [
            ['IBAN', 'Name', 'Amount'],
            [DE, 'Ann', '1'],
            [DE, 'Ben', '2'],
          ],
        },
      ],
      'x',
    )
    const own: StoredReading = { format: 'workbook', headerRow: 1 }
    const { released } = cutTable(prefixed, own, map, plan([2], { names: [[2, 'Bob']] }))
    expect(readFile(released?.bytes as Uint8Array, own)).toMatchObject({
      records: [{ cells: [DE, 'Bob', '2'] }],
    })
  })
})

test('verification finds a row that was changed, lost or added', () => {
  const file = utf8(`IBAN;Name;Amount\n${DE};Ann;1\n${DE};Ben;2\n${DE};Cid;3\n`)
  const was = { bytes: file, table: CSV, map, plan: plan([1]) }
  const cut = cutTable(file, CSV, map, was.plan)
  const held = (text: string) => ({ ...cut, held: { ...cut.held, bytes: utf8(text) } as typeof cut.held })
  const header = 'IBAN;Name;Amount\n'
  expect(verifyCut(was, held(`${header}${DE};Ben;2\n${DE};Cid;4\n`))).toBe('line 3 has changed (held)')
  expect(verifyCut(was, held(`${header}${DE};Ben;2\n`))).toBe('line 3 has changed (held)')
  expect(verifyCut(was, held(`${header}${DE};Ben;2\n${DE};Cid;3\n${DE};Dan;5\n`))).toBe(
    'extra lines: 1 (held)',
  )
})
