import type { ColumnMap } from '@/lib/tables/table'

/** The meanings still missing before rows can be checked. */
export function missingIn(map: ColumnMap): ('iban' | 'name')[] {
  const missing: ('iban' | 'name')[] = []
  if (map.iban === null) missing.push('iban')
  if (map.name.length === 0 && map.instead.length === 0) missing.push('name')
  return missing
}
