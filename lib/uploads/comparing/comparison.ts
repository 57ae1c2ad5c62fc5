/**
 * Why the rows of an upload are not those of its file: the file cannot be read (again), is gone, has another number of
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

/** What comparing an upload with its file came to; kept with the upload. Numbers and codes only, no values. */
export type Comparison = {
  /** when the server compared; absent for uploads from before it did */
  at?: string
  before?: true
  /** kept rows whose IBAN or name are not what the file says, as the server counted them */
  edited: number
  /** nothing of an upload with a problem is ever sent */
  problem?: ComparisonProblem
  /** the first row that differs, and in what */
  row?: number
  field?: 'iban' | 'name'
}

/** Why the rows of an upload that differs from its file were not sent. */
export const DIFFERS_CODE = 'file_differs'

/** The same for those who read the upload; every field is there. */
export type ComparisonView = {
  /** null for uploads from before the server compared */
  at: string | null
  edited: number
  problem: ComparisonProblem | null
  row: number | null
  field: 'iban' | 'name' | null
}

export const comparisonView = ({ at, edited, problem, row, field }: Comparison): ComparisonView => ({
  at: at ?? null,
  edited,
  problem: problem ?? null,
  row: row ?? null,
  field: field ?? null,
})
