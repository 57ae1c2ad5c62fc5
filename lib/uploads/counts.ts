/** The eight results of a kept row, in display order. */
export const RESULTS = [
  'match',
  'close_match',
  'no_match',
  'account_not_verifiable',
  'failed',
  'rejected',
  'unknown',
  'waiting',
] as const
export type CountedResult = (typeof RESULTS)[number]

/** Rows per result. They always add up to `total`; a check constraint enforces it. */
export type Counts = Record<CountedResult, number>

/** The counts of an upload without rows. */
export const noCounts = (): Counts => Object.fromEntries(RESULTS.map((result) => [result, 0])) as Counts

/** The sum of all results: the number of rows to be sent. */
export const totalCount = (counts: Counts): number => RESULTS.reduce((sum, result) => sum + counts[result], 0)

/** Rows that have their answer: neither waiting nor unknown. */
export const answeredOf = (counts: Counts): number => totalCount(counts) - counts.waiting - counts.unknown

/** A verification whose result changed; `rows` of the file point to it. */
export type ResultChange = { from: CountedResult; to: CountedResult; rows: number }

/** @returns the delta of each count, so that every moved row leaves one count and enters another */
export function changesOf(moves: ResultChange[]): Counts {
  const changes = noCounts()
  for (const { from, to, rows } of moves) {
    changes[from] -= rows
    changes[to] += rows
  }
  return changes
}
