import { describe, expect, it } from 'vitest'
import { parseHead, parseOriginal, parseRow } from '@/lib/uploads/intake/parse.server'
import { linesOf } from '@/lib/uploads/testing/body'
import { columnMapSchema, tableReadingSchema } from './wire'

const reading = { encoding: 'utf-8', delimiter: ';', headerRow: 1, lineEnd: 'CRLF', bom: false }
const takes = (change: Partial<Record<keyof typeof reading | 'sheet', unknown>>) =>
  tableReadingSchema.safeParse({ ...reading, ...change }).success

describe('what a browser declares about how it read a file', () => {
  it('accepts known encodings only, because the value ends up in a header', () => {
    expect(takes({}) && takes({ encoding: 'iso-8859-15' })).toBe(true)
    for (const encoding of ['utf-8, text/html', 'utf-8\r\nset-cookie: a=b', 'UTF-8', 'utf-7', ''])
      expect(takes({ encoding }), encoding).toBe(false)
  })

  it('accepts a delimiter that is neither a quote nor a line break', () => {
    expect(takes({ delimiter: '\t' }) && takes({ delimiter: '¦' })).toBe(true)
    for (const delimiter of ['"', '\n', '\r', '\0', '', ';;', '\ud83d'])
      expect(takes({ delimiter }), delimiter).toBe(false)
  })

  it('accepts a sheet name that can be stored', () => {
    expect(takes({ sheet: 'Zahlungen 🏦' })).toBe(true)
    for (const sheet of ['May\0', 'May\ud83d']) expect(takes({ sheet }), sheet).toBe(false)
  })
})

describe('what a browser declares about the columns of a file', () => {
  const map = { iban: 0, name: [1], instead: [], reference: null, note: null, amount: 2 }
  const takesMap = (change: object) => columnMapSchema.safeParse({ ...map, ...change }).success

  it('accepts a currency of three capital letters, which payments are counted in', () => {
    expect(takesMap({ currencyCode: 'EUR' })).toBe(true)
    for (const currencyCode of ['eur', 'EURO', 'EUR ', 'E1R', ''])
      expect(takesMap({ currencyCode }), currencyCode).toBe(false)
  })

  it('accepts that negative amounts are to be paid, if a person said so', () => {
    expect(takesMap({ negative: true })).toBe(true)
    for (const negative of [false, 'true', 1, null])
      expect(takesMap({ negative }), String(negative)).toBe(false)
  })

  it('accepts columns that a file can have', () => {
    for (const column of [-1, 0.5, 1e9]) expect(takesMap({ amount: column }), String(column)).toBe(false)
  })
})

describe('a field that the wire does not have is refused, not ignored:', () => {
  const [head, row, original] = linesOf([{ iban: 'DE89370400440532013000', name: 'Marie Curie' }]).map(
    (line) => JSON.parse(line) as Record<string, object>,
  )
  const bytes = (line: object) => new TextEncoder().encode(JSON.stringify(line))

  it.each([
    [
      'known misspelt would pay for every check',
      () => parseHead(bytes({ ...head, Known: 'ask' })),
      'head.Known',
    ],
    [
      'a column that is none',
      () => parseHead(bytes({ ...head, map: { ...head?.map, refrence: 2 } })),
      'head.map.refrence',
    ],
    ['a reference misspelt', () => parseRow(bytes({ ...row, refrence: 'R-1' }), 0), 'row.refrence'],
    [
      'a name beside the reason',
      () => parseRow(bytes({ row: 1, skipped: 'left_out', name: 'A' }), 0),
      'row.name',
    ],
    ['more than the file', () => parseOriginal(bytes({ ...original, rows: 1 })), 'original.rows'],
  ])('%s', (_what, parse, path) => {
    expect(() => parse()).toThrow(
      expect.objectContaining({
        status: 422,
        code: 'unknown_field',
        errors: [expect.objectContaining({ path, code: 'unknown_field' })],
      }),
    )
  })
})
