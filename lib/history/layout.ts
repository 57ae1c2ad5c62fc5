/** The columns of the history. The name says whose row it is and cannot be hidden. */
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
export type Column = (typeof COLUMNS)[number]
export const DENSITIES = ['compact', 'normal', 'relaxed'] as const
type Density = (typeof DENSITIES)[number]

/** How a person likes the history: which columns in which order, and how tall its rows are. */
export type HistoryLayout = { columns: Column[]; density: Density }

export const DEFAULT_LAYOUT: HistoryLayout = {
  columns: ['checked', 'name', 'iban', 'result', 'review', 'by', 'source'],
  density: 'normal',
}

/** The same layout with a column shown at the end, or hidden. */
export function withColumn(layout: HistoryLayout, column: Column, shown: boolean): HistoryLayout {
  const others = layout.columns.filter((each) => each !== column)
  if (column === 'name') return layout
  return { ...layout, columns: shown ? [...others, column] : others }
}

/** The same layout with a shown column one place to the left or right; at the edge nothing moves. */
export function withMoved(layout: HistoryLayout, column: Column, by: -1 | 1): HistoryLayout {
  const at = layout.columns.indexOf(column)
  const to = at + by
  if (at < 0 || to < 0 || to >= layout.columns.length) return layout
  const columns = layout.columns.filter((each) => each !== column)
  columns.splice(to, 0, column)
  return { ...layout, columns }
}
