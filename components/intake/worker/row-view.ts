import type { RowView } from '@/components/intake/protocol'
import { findBank } from '@/lib/iban/banks'
import { proposalsFor } from '@/lib/tables/fixes/fixes'
import { type CheckedRow, checkRow, type RawCells } from '@/lib/tables/rows/rows'
import type { ColumnMap, ParsedTable } from '@/lib/tables/table'
import { cellAddress } from '@/lib/tables/workbook/cells'
import type { Work } from './history'

type RowContext = { table: ParsedTable; map: ColumnMap; work: Work; raw: RawCells }

/** One row as the page shows it. */
export async function rowView(row: CheckedRow, { table, map, work, raw }: RowContext): Promise<RowView> {
  const { number, line, iban, name, problems, warnings, duplicateOf } = row
  const record = table.records[number - 1]
  const bank = await findBank(iban).catch(() => undefined)
  return {
    number,
    iban,
    name,
    problems,
    warnings,
    duplicateOf,
    raw,
    skipped: work.skipped.has(number),
    repaired:
      work.edits.has(number) && record !== undefined
        ? checkRow(record, map, table.headers.length).problems.map(({ field }) => field)
        : [],
    bank: bank?.name ?? null,
    proposals: proposalsFor(row),
    cell: table.format === 'workbook' && map.iban !== null ? cellAddress(map.iban, line) : null,
  }
}
