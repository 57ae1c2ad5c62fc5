import type { MatchResult } from '@/lib/verifications/outcome'

const RESULTS: Record<string, MatchResult> = {
  RCVC: 'match',
  RVMC: 'close_match',
  RVNM: 'no_match',
  RVNA: 'account_not_verifiable',
}

/** The result of a line; null for a pending one and for codes that say nothing about a name. */
export const resultOfCode = (code: string | null): MatchResult | null =>
  code !== null && Object.hasOwn(RESULTS, code) ? (RESULTS[code] ?? null) : null

/** Is the line an answer about a name, final or still to come? */
export const isAnswer = (code: string | null): boolean => code === 'PDNG' || resultOfCode(code) !== null
