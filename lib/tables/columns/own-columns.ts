import type { ColumnMap } from '@/lib/tables/table'

/**
 * The map with the columns of the payee that the format of a file defines: otherwise one name could be checked and
 * another one paid.
 * @param own the columns that the format defines; undefined for tables, whose columns a person chooses
 */
export function withOwnColumns(own: ColumnMap | undefined, map: ColumnMap): ColumnMap {
  if (!own) return map
  const { iban, name, instead } = own
  const other = (column: number | null) => (column === iban || name.includes(column ?? -1) ? null : column)
  return { ...map, iban, name, instead, reference: other(map.reference), note: other(map.note) }
}
