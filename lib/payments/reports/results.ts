import type { MatchResult } from '@/lib/verifications/outcome'

const RESULTS: ReadonlyMap<string | null, MatchResult> = new Map([
  ['RCVC', 'match'],
  ['RVMC', 'close_match'],
  ['RVNM', 'no_match'],
  ['RVNA', 'account_not_verifiable'],
])

/** The result that a VoP status code of pain.002 stands for. Null for a pending line and for all other codes. */
export const resultOfCode = (code: string | null): MatchResult | null => RESULTS.get(code) ?? null

/** Whether a code is an answer about a name, final or pending. */
export const isAnswer = (code: string | null): boolean => code === 'PDNG' || resultOfCode(code) !== null
