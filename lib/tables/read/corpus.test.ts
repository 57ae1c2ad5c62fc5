import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { guessColumns } from '@/lib/tables/columns/columns'
import type { RowProblem } from '@/lib/tables/rows/rows'
import { checkRows } from '@/lib/tables/testing/lists'
import { readTable } from './read'

type Counts = Record<string, number> & { invalid_by_reason: Record<string, number> }
type Entry = {
  file: string
  delimiter: string
  encoding: string
  line_end: string
  header_line: number | null
  header: string[] | null
  iban_column: string | number
  counts: Counts
}

const REASONS: Partial<Record<RowProblem['code'], string>> = {
  iban_required: 'missing_iban',
  iban_characters: 'wrong_characters',
  iban_country_unknown: 'unknown_country',
  iban_length: 'wrong_length',
  iban_structure: 'wrong_structure',
  iban_checksum: 'bad_checksum',
  name_required: 'missing_name',
}
const ENCODING: Record<string, [string, boolean]> = {
  cp1252: ['windows-1252', false],
  'utf-8': ['utf-8', false],
  'utf-8 with BOM': ['utf-8', true],
  'utf-16-le with BOM': ['utf-16le', true],
}
/** Countries whose national check digits the manifest counts. */
const NATIONAL = ['FR', 'MC', 'BE', 'ES']

const corpus = new URL('../testing/corpus/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('manifest.json', corpus), 'utf8')) as { files: Entry[] }

describe.each(manifest.files)('$file', (entry) => {
  const bytes = new Uint8Array(readFileSync(new URL(entry.file.replace('csv/', ''), corpus)))
  const table = readTable(bytes)
  if ('problem' in table) throw new Error(table.problem)
  const map = guessColumns(table)
  const { rows, counts } = checkRows(table, map)

  test('is read in its own encoding, with its delimiter, line ends and header', () => {
    expect([table.encoding, table.bom]).toEqual(ENCODING[entry.encoding])
    expect(table.delimiter).toBe(entry.delimiter)
    expect(table.lineEnd).toBe(entry.line_end)
    expect(table.headerRow).toBe(entry.header_line)
    expect(table.headers).toEqual(entry.header ?? [])
  })

  test('has its IBAN column found', () => {
    const { iban_column: named } = entry
    expect(map.iban).toBe(typeof named === 'number' ? named : entry.header?.indexOf(named))
  })

  test('gives exactly the counts of the manifest', () => {
    const wrongKey = rows.filter(
      (row) => row.warnings.includes('iban_national_check') && NATIONAL.includes(row.iban.slice(0, 2)),
    )
    const reasons = Object.entries(counts.byReason).map(([code, n]) => [
      REASONS[code as 'iban_length'] ?? code,
      n,
    ])
    const { blank_rows: _, ...expected } = entry.counts
    expect({
      data_rows: counts.data,
      valid_rows: counts.valid,
      invalid_rows: counts.invalid,
      invalid_by_reason: Object.fromEntries(reasons),
      duplicate_rows: counts.duplicates,
      duplicate_iban_rows: counts.duplicateIbans,
      ibans_with_several_names: counts.ibansWithSeveralNames,
      distinct_pairs: counts.distinctPairs,
      non_sepa_rows: rows.filter((row) => row.warnings.includes('iban_not_sepa') && row.problems.length === 0)
        .length,
      national_check_wrong: wrongKey.filter((row) => row.problems.length === 0).length,
      countries: counts.countries,
    }).toEqual(expected)
  })
})

test('names are found in the columns of the manifest, first name before last name', () => {
  const columnsOf = (file: string) => {
    const table = readTable(new Uint8Array(readFileSync(new URL(file, corpus))))
    if ('problem' in table) throw new Error(table.problem)
    return guessColumns(table)
  }
  expect(columnsOf('02_de_datev_extf.csv')).toMatchObject({ name: [3, 2], instead: [6, 1], iban: 4 })
  expect(columnsOf('10_no_header_name_iban.csv')).toMatchObject({ name: [0], instead: [], iban: 1 })
  expect(columnsOf('03_es_proveedores_bom.csv')).toMatchObject({ name: [1], instead: [] })
  expect(columnsOf('08_utf16le_tab.csv')).toMatchObject({ name: [1], reference: 0 })
  expect(columnsOf('16_preamble_before_header.csv')).toMatchObject({ name: [1] })
  expect(columnsOf('17_many_duplicates.csv')).toMatchObject({ name: [1], reference: 0 })
  expect(columnsOf('26_rows_20000.csv')).toMatchObject({ name: [1], reference: 0 })
})
