/** The columns of the history. The name identifies the row and can't be hidden. */
export const COLUMNS = [
  'checked',
  'name',
  'iban',
  'bank',
  'reference',
  'result',
  'review',
  'by',
  'source',
] as const
export type HistoryColumn = (typeof COLUMNS)[number]
export const DENSITIES = ['compact', 'normal', 'relaxed'] as const
type Density = (typeof DENSITIES)[number]

/** A person's layout of the history: the columns in order, and the row density. */
export type HistoryLayout = { columns: HistoryColumn[]; density: Density }

export const DEFAULT_LAYOUT: HistoryLayout = {
  columns: ['checked', 'name', 'iban', 'result', 'review', 'by', 'source'],
  density: 'normal',
}

/** A layout with columns in order. */
type Columns<C> = { columns: C[] }

/** Returns the layout with a column added at the end, or removed. */
export function withColumn<C, L extends Columns<C>>(layout: L, column: C, shown: boolean): L {
  const others = layout.columns.filter((each) => each !== column)
  return { ...layout, columns: shown ? [...others, column] : others }
}

/** Returns the layout with a shown column moved one position left or right; at the edge nothing changes. */
export function withMoved<C, L extends Columns<C>>(layout: L, column: C, by: -1 | 1): L {
  const at = layout.columns.indexOf(column)
  const to = at + by
  if (at < 0 || to < 0 || to >= layout.columns.length) return layout
  const columns = layout.columns.filter((each) => each !== column)
  columns.splice(to, 0, column)
  return { ...layout, columns }
}
