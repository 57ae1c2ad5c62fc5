import { describe, expect, test } from 'vitest'
import { readTable } from './read'

const bytes = (text: string) => new TextEncoder().encode(text)
const IBAN = 'DE89370400440532013000'

describe('an unreadable file says why', () => {
  test.each([
    ['0 bytes', bytes(''), { problem: 'file_empty' }],
    ['blank lines only', bytes('\r\n\r\n;;\r\n'), { problem: 'file_empty' }],
    ['a header only', bytes('Liste\r\n\r\nNom;IBAN\r\n'), { problem: 'file_empty', line: 3 }],
    [
      'an unclosed quote',
      bytes(`Nom;IBAN\nA;${IBAN}\n"B;${IBAN}\n"C";${IBAN}\n`),
      { problem: 'csv_quotes', line: 3 },
    ],
    [
      'a quote that is closed some rows below',
      bytes(`Nom;IBAN;Motif\nA;${IBAN};"Express\nB;${IBAN};x\nC;${IBAN};Rohr 12"\nD;${IBAN};"y"\n`),
      { problem: 'csv_quotes', line: 2 },
    ],
    [
      'a quote that is opened in a row without an IBAN',
      bytes(`Nom;IBAN;Motif\n"A;;x\nB;${IBAN};x\nC";${IBAN};x\nD;${IBAN};"y"\n`),
      { problem: 'csv_quotes', line: 2 },
    ],
    ['NUL bytes', bytes(`Nom;IBAN\nA\0;${IBAN}\n`), { problem: 'csv_nul' }],
    ['a workbook', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0), { problem: 'file_type' }],
    ['a PDF', bytes('%PDF-1.7'), { problem: 'file_type' }],
    ['HTML', bytes('\n<!doctype html><table>'), { problem: 'header_not_found' }],
    ['JSON', bytes('[{"iban": "x"}]'), { problem: 'header_not_found' }],
    [
      'a header of 200,000 columns',
      bytes(`${'a;'.repeat(200_000)}\n${IBAN};b\n`),
      { problem: 'too_many_columns', line: 1 },
    ],
    [
      'a cell of 5 MB',
      bytes(`Nom;IBAN\n${'x'.repeat(5_000_000)};${IBAN}\n`),
      { problem: 'cell_too_long', line: 2 },
    ],
    [
      'more than 100,000 rows',
      bytes(`Nom;IBAN\n${`A;${IBAN}\n`.repeat(100_001)}`),
      { problem: 'too_many_rows' },
    ],
    ['more than 20 MB', new Uint8Array(20 * 1024 * 1024 + 1), { problem: 'file_too_large' }],
  ])('%s', (_, content, problem) => {
    expect(readTable(content)).toEqual(problem)
  })

  test('hostile quotes are read in linear time', () => {
    // in quadratic time they would take hours
    for (const text of ['"'.repeat(2_000_000), '"x" '.repeat(300_000), `Nom;IBAN\n${'"";"'.repeat(500_000)}`])
      expect(readTable(bytes(text))).toHaveProperty('problem')
  })
})

describe('rows', () => {
  const read = (text: string) => {
    const table = readTable(bytes(text))
    if ('problem' in table) throw new Error(table.problem)
    return table
  }

  test('CR LF, LF and CR in one file each end a row', () => {
    const table = read(`Nom;IBAN\r\nA;${IBAN}\nB;${IBAN}\rC;${IBAN}`)
    expect(table.records.map(({ cells }) => cells[0])).toEqual(['A', 'B', 'C'])
    expect(table.lineEnd).toBe('mixed')
  })

  test('a row has a number that ignores blank lines, and a physical line that counts them', () => {
    const table = read(`Nom;IBAN\n"A\r\nB";${IBAN}\n\nC;${IBAN}\n`)
    expect(table.records.map(({ number, line, cells }) => [number, line, cells[0]])).toEqual([
      [1, 2, 'A\r\nB'],
      [2, 5, 'C'],
    ])
  })

  test('quotes inside a cell are kept', () => {
    const table = read(`Nom;IBAN\n"Nord" GmbH;${IBAN}\nRohr 12";${IBAN}\n"A ""B"" C" ;${IBAN}\n`)
    expect(table.records.map(({ cells }) => cells[0])).toEqual(['"Nord" GmbH', 'Rohr 12"', 'A "B" C'])
  })

  test('in a file without quoted cells, a single quote is an ordinary character', () => {
    const table = read(`Nom;IBAN\n"Nord;${IBAN}\nSud;${IBAN}\n`)
    expect(table.records.map(({ cells }) => cells[0])).toEqual(['"Nord', 'Sud'])
  })

  test('two quotes in different rows do not join the rows between them', () => {
    const table = read(`Nom;IBAN;Motif\nA;${IBAN};"Express\nB;${IBAN};\nC;${IBAN};Rohr 12"\nD;${IBAN};\n`)
    expect(table.records.map(({ line, cells }) => [line, cells[2]])).toEqual([
      [2, '"Express'],
      [3, ''],
      [4, 'Rohr 12"'],
      [5, ''],
    ])
  })

  test('a cell of several lines may list accounts', () => {
    const table = read(
      `Nom,IBAN,Motif\nA,${IBAN},"old:\n${IBAN}, x\nA, ${IBAN}\nA, see, ${IBAN}"\nB,${IBAN},\n`,
    )
    expect(table.records.map(({ cells }) => cells[0])).toEqual(['A', 'B'])
  })

  test('headers named like properties of every object are only headers', () => {
    const table = read(`__proto__;constructor;IBAN\na;b;${IBAN}\n`)
    expect(table.headers).toEqual(['__proto__', 'constructor', 'IBAN'])
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })
})
