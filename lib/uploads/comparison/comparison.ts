/**
 * Why the rows of an upload are not those of its file: the file can't be read (again), is gone, has another number of
 * rows, or a row is neither the file's nor declared as edited.
 */
export const COMPARISON_PROBLEMS = [
  'original_unreadable',
  'original_gone',
  'row_count',
  'row_missing',
  'row_differs',
] as const
export type ComparisonProblem = (typeof COMPARISON_PROBLEMS)[number]

/** The result of the comparison with the file, stored with the upload. Numbers and codes only, no values. */
export type Comparison = {
  /** time of the comparison, ISO 8601; absent for uploads from before the server compared */
  at?: string
  before?: true
  /** kept rows whose IBAN or name differ from the file, as counted by the server */
  edited: number
  /** an upload with a problem is never sent */
  problem?: ComparisonProblem
  /** the first row that differs, and in which field */
  row?: number
  field?: 'iban' | 'name'
  /** where an original that can't be read is broken, if it has lines */
  line?: number
  element?: string
}

/** The not-sent code of rows whose upload differs from its file. */
export const DIFFERS_CODE = 'file_differs'

/** The comparison in API responses, with every field present. */
export type ComparisonView = {
  /** null for uploads from before the server compared */
  at: string | null
  edited: number
  problem: ComparisonProblem | null
  row: number | null
  field: 'iban' | 'name' | null
  line: number | null
  element: string | null
}

/** The stored comparison of an upload as the API returns it. */
export const comparisonView = (comparison: Comparison): ComparisonView => ({
  at: comparison.at ?? null,
  edited: comparison.edited,
  problem: comparison.problem ?? null,
  row: comparison.row ?? null,
  field: comparison.field ?? null,
  line: comparison.line ?? null,
  element: comparison.element ?? null,
})
