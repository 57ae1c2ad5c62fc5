import { guessColumns } from '@/lib/tables/columns/columns'
import { readFile } from '@/lib/tables/read/read-file'
import { CheckedRows } from '@/lib/tables/rows/checked-rows'
import type { CheckedRow } from '@/lib/tables/rows/rows'
import type { ColumnMap, ParsedTable } from '@/lib/tables/table'
import type { Encoding } from '@/lib/tables/text/choices'
import { encode } from '@/lib/tables/text/encoding'

/** Lists in the format of real accounting and payment programs, with made-up content. */

export const FR = 'FR7630006000011234567890189'
export const DE = 'DE89370400440532013000'
export const NL = 'NL91ABNA0417164300'
export const IT = 'IT60X0542811101000000123456'
export const PL = 'PL61109010140000071219812874'
export const CZ = 'CZ6508000000192000145399'
export const PT = 'PT50000201231234567890154'
export const ES = 'ES9121000418450200051332'

export const bytes = (text: string, encoding: Encoding = 'utf-8', mark: number[] = []) =>
  Uint8Array.from([...mark, ...encode(text, encoding)])

/** Checks every row of a table on its own and against the others. */
export function checkTable(table: ParsedTable, map: ColumnMap): CheckedRows {
  const rows = new CheckedRows(table, map)
  for (let index = 0; index < rows.length; index++) rows.check(index)
  rows.relate()
  return rows
}

/** Every row with its problems and warnings, and the counts. */
export const checkRows = (table: ParsedTable, map: ColumnMap) => {
  const rows = [...checkTable(table, map)]
  return { rows, counts: countsOf(rows) }
}

function countsOf(rows: CheckedRow[]) {
  const valid = rows.filter(({ problems }) => problems.length === 0)
  const reasons = rows.flatMap(({ problems }) => problems[0]?.code ?? [])
  const duplicates = valid.filter(({ duplicateOf }) => duplicateOf !== null).length
  const ibans = Map.groupBy(valid, ({ iban }) => iban)
  const crowded = valid.filter(({ warnings }) => warnings.includes('iban_many_names'))
  return {
    ...{ data: rows.length, valid: valid.length, invalid: rows.length - valid.length },
    byReason: Object.fromEntries(
      [...Map.groupBy(reasons, (code) => code)].map(([code, all]) => [code, all.length]),
    ),
    ...{ duplicates, distinctPairs: valid.length - duplicates, duplicateIbans: valid.length - ibans.size },
    ibansWithSeveralNames: new Set(crowded.map(({ iban }) => iban)).size,
    countries: new Set([...ibans.keys()].map((iban) => iban.slice(0, 2))).size,
  }
}

/** The rows of a file, read and checked as in the wizard. */
export function checkFile(file: Uint8Array): CheckedRows {
  const table = readFile(file)
  if ('problem' in table) throw new Error(`${table.problem} in line ${table.line}`)
  return checkTable(table, guessColumns(table))
}
export const checked = (file: Uint8Array) => [...checkFile(file)]

/** Name and IBAN of the rows that can be sent. */
export const payees = (file: Uint8Array) =>
  checked(file)
    .filter(({ problems }) => problems.length === 0)
    .map(({ name, iban }) => [name, iban])

export const groupIban = (iban: string, separator: string) => iban.replace(/(.{4})(?=.)/g, `$1${separator}`)
export const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`
