import type { ColumnView, Opened } from '@/components/intake/protocol'
import { checkIban } from '@/lib/iban/validate'
import { looksGarbled } from '@/lib/tables/garbled'
import { amountTotals, orderTotals } from '@/lib/tables/payments/amount-totals'
import { type ColumnMap, isRule, type ParsedTable, type TableNote } from '@/lib/tables/table'
import { isOutdatedHeader, readingsOf } from '@/lib/tables/words'

const PREVIEW_ROWS = 5
const SAMPLES = 3
const SAMPLE_ROWS = 200

/** The parts of a parsed table that the page shows. */
export function tableView(
  table: ParsedTable,
  maps: { guess: ColumnMap; map: ColumnMap },
  names: Pick<Opened, 'fileName' | 'title' | 'hash' | 'completes'>,
): Opened {
  const { format, encoding, bom, delimiter, headerRow, headers, records } = table
  const columns = columnsOf(table)
  const preview = records.slice(0, PREVIEW_ROWS).map(({ cells }) => cells)
  return {
    ...names,
    ...maps,
    format,
    encoding,
    bom,
    delimiter,
    headerRow,
    headers,
    preview,
    sheet: table.sheet ?? null,
    sheets: table.sheets ?? [],
    notes: [...(table.notes ?? []), ...listBeside(table, columns, maps.map)],
    headerLines: headerLinesOf(table),
    garbled: [headers, ...preview].some((cells) => cells.some(looksGarbled)),
    rows: records.length,
    columns,
    amounts: format === 'payments' ? orderTotals(table) : amountTotals(table, maps.map),
  }
}

/** The detected header, the lines before it and a few after it. */
function headerLinesOf({ headerRow, records }: ParsedTable): number[] {
  const before = Array.from({ length: Math.min(headerRow ?? 0, 20) }, (_, i) => (headerRow ?? 0) - i)
  const after = records.slice(0, 5).map(({ line }) => line)
  return [...new Set([...before, ...after])].sort((a, b) => a - b)
}

/** Other columns with IBANs of payees: an own account is the same in every row, or its header says so. */
function listBeside({ format }: ParsedTable, columns: ColumnView[], { iban }: ColumnMap): TableNote[] {
  if (format === 'payments' || iban === null) return []
  const beside = columns.filter(
    ({ index, header, samples, validIbans }) =>
      index !== iban &&
      validIbans > 0.5 &&
      samples.length > 1 &&
      !isOutdatedHeader(header) &&
      !readingsOf(header).some(({ meaning }) => meaning.startsWith('own_')),
  )
  return beside.length === 0 ? [] : [{ code: 'list_beside', columns: beside.map(({ index }) => index + 1) }]
}

function columnsOf({ headers, records }: ParsedTable): ColumnView[] {
  // a record splits its cells on every access
  const sample = records
    .slice(0, SAMPLE_ROWS)
    .map(({ cells }) => cells)
    .filter((cells) => !isRule(cells))
  const width = sample.reduce((most, { length }) => Math.max(most, length), headers.length)
  return Array.from({ length: width }, (_, index) => {
    const cells = sample.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '')
    return {
      index,
      header: headers[index] ?? '',
      samples: [...new Set(cells)].slice(0, SAMPLES).map((cell) => cell.slice(0, 80)),
      validIbans:
        cells.filter((cell) => cell.length >= 15 && checkIban(cell).ok).length / (cells.length || 1),
    }
  })
}
