import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { readTable } from '@/lib/tables/read/read'
import { encodeText, writeStyledCsv } from '@/lib/tables/testing/write-table'
import { DELIMITERS, type Encoding } from '@/lib/tables/text/choices'
import { decodeAs } from '@/lib/tables/text/encoding'
import { escapeFormula, unescapeFormula } from '@/lib/tables/text/formula'
import { cellsOf, scan } from '@/lib/tables/text/scan'
import { annotateText } from './annotate'
import { writeCsv } from './write-csv'

const signs = fc.constantFrom(...'ab é€œ\'"=+-@;,\t|0\r\n')
const cell = fc.string({ unit: signs, maxLength: 8 })
const row = fc.array(cell, { minLength: 2, maxLength: 4 })
const style = fc.record({
  delimiter: fc.constantFrom(';', ',', '\t', '|', '§'),
  lineEnd: fc.constantFrom('\r\n' as const, '\n' as const, '\r' as const),
  quoteAll: fc.boolean(),
})
const encoding = fc.constantFrom<Encoding>('utf-8', 'utf-16le', 'utf-16be', 'windows-1252')
const isData = (cells: string[]) => cells.some((text) => text.trim() !== '')

test('what is written is read back exactly, whatever the delimiter, line end and encoding', () => {
  fc.assert(
    fc.property(
      fc.array(row.filter(isData), { minLength: 1, maxLength: 6 }),
      style,
      encoding,
      fc.boolean(),
      (rows, how, code, bom) => {
        const table = readTable(encodeText(writeStyledCsv(rows, how), code, bom), {
          encoding: code,
          delimiter: how.delimiter,
          headerRow: null,
        })
        expect('problem' in table ? table : table.records.map(({ cells }) => cells)).toEqual(rows)
      },
    ),
    { numRuns: 500 },
  )
})

/** The start of a formula, also after white space, quotes and invisible characters, which some programs strip. */
const LEADS_TO_A_FORMULA =
  /^(?:\ufe0f|["\s\0\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff])*[=+\-@＝＋－＠]/
const led = fc.string({
  unit: fc.constantFrom(
    ..."aa''=+-@＝＋,,;;||\"\t\r\n \u00a0\u00ad\u061c\u180e\u200b\u202e\u2066\ufe0f\ufeff",
  ),
  maxLength: 9,
})

test('no written cell begins like a formula, and disarming is reversed exactly', () => {
  fc.assert(
    fc.property(led, (text) => {
      expect(escapeFormula(text)).not.toMatch(LEADS_TO_A_FORMULA)
      expect(escapeFormula(text)).not.toMatch(/^[\t\r\n]/)
      expect(unescapeFormula(escapeFormula(text))).toBe(text)
      expect(unescapeFormula(escapeFormula(escapeFormula(text)))).toBe(escapeFormula(text))
    }),
    { numRuns: 2_000 },
  )
})

test('whatever separator a spreadsheet uses, no cell of a written file begins like a formula', () => {
  const lines = fc.array(fc.array(led, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(lines, style, (rows, how) => {
      for (const text of [writeStyledCsv(rows, how), writeCsv(rows)]) {
        // with and without respect for quotes: programs differ here
        const cells = [...DELIMITERS].flatMap((delimiter) => [
          ...text.split(/[\r\n]/).flatMap((line) => line.split(delimiter)),
          ...(Papa.parse(text, { delimiter, newline: how.lineEnd }).data as string[][]).flat(),
        ])
        for (const cell of cells) expect(cell).not.toMatch(LEADS_TO_A_FORMULA)
      }
    }),
    { numRuns: 500 },
  )
})

test.each([
  ["A,=cmd|'/C calc'!A0", "A,'=cmd|'/C calc'!A0"],
  ['x; +1', "x;' +1"],
  ['a\t@sum', "a\t'@sum"],
  ['a\n=1', "a\n'=1"],
  ['\u202e=1', "'\u202e=1"],
  ['a,\u00ad-1', "a,'\u00ad-1"],
  ["Dupont-Aignan, Jean; O'Neil", "Dupont-Aignan, Jean; O'Neil"],
])('%j is written as %j', (text, written) => {
  expect(escapeFormula(text)).toBe(written)
  expect(unescapeFormula(written)).toBe(text)
})

test('well-formed text has the same cells as in papaparse', () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), style, (rows, { delimiter, quoteAll }) => {
      const text = writeStyledCsv(rows, { delimiter, quoteAll, lineEnd: '\n' })
      const { starts, ends } = scan(text, delimiter, true)
      const ours = starts.map((start, i) => cellsOf(text, start, ends[i] ?? 0, delimiter, true))
      const body = text.slice(0, -1)
      expect(ours).toEqual(Papa.parse(body, { delimiter, newline: '\n' }).data)
    }),
  )
})

describe('the original with results added', () => {
  const results = (number: number) => [`match ${number}`, '=Ω;"']
  const annotate = (bytes: Uint8Array, options = {}) =>
    Buffer.concat([...annotateText(bytes, options, results, ['Result', 'Détail'])])

  test('keeps every byte of the original, in order, with every original line as the start of its new line', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 6 }),
        style,
        encoding,
        fc.boolean(),
        (rows, how, code, bom) => {
          const original = encodeText(writeStyledCsv(rows, how), code, bom)
          const options = { encoding: code, delimiter: how.delimiter, headerRow: null }
          const table = readTable(original, options)
          fc.pre(!('problem' in table))
          const output = annotate(original, options)
          expect(isSubsequence(original, output)).toBe(true)
          const again = readTable(output, options)
          if ('problem' in again || 'problem' in table) throw new Error('cannot be read again')
          expect(again.records.map(({ cells }, i) => cells.slice(0, table.records[i]?.cells.length))).toEqual(
            table.records.map(({ cells }) => cells),
          )
          expect(again.records.map(({ cells }) => cells.at(-2))).toEqual(
            table.records.map(({ number }) => `match ${number}`),
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  test('extends the header, leaves preamble and blank lines alone, pads short rows and keeps the file’s style', () => {
    const text =
      'Export;;\r\n\r\nNom;IBAN;Ville\r\nA;DE89370400440532013000;Lyon\n;;\r\nB;DE89370400440532013000\rTOTAL'
    const output = decodeAs(
      annotate(encodeText(text, 'windows-1252', false), { encoding: 'windows-1252' }),
      'windows-1252',
    )
    expect(output).toBe(
      'Export;;\r\n\r\nNom;IBAN;Ville;Result;Détail\r\nA;DE89370400440532013000;Lyon;match 1;"\'=?;"""\n;;\r\n' +
        'B;DE89370400440532013000;;match 2;"\'=?;"""\rTOTAL;;;match 3;"\'=?;"""',
    )
  })

  test('quotes the results in a file that quotes everything', () => {
    const text = '"Nom";"IBAN"\r\n"A";"DE89370400440532013000"\r\n'
    expect(annotate(encodeText(text, 'utf-8', true)).toString()).toBe(
      '\uFEFF"Nom";"IBAN";"Result";"Détail"\r\n"A";"DE89370400440532013000";"match 1";"\'=Ω;"""\r\n',
    )
  })
})

function isSubsequence(part: Uint8Array, whole: Uint8Array): boolean {
  let found = 0
  for (const byte of whole) if (byte === part[found]) found += 1
  return found === part.length
}
