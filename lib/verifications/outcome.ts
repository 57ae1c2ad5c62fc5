export const OUTCOMES = [
  'match',
  'close_match',
  'no_match',
  'account_not_verifiable',
  'failed',
  'rejected',
  'unknown',
  'waiting',
  'not_sent',
] as const

/** The one word for how a check stands, from the two axes of the specification (2.2) and our own two states. */
export type Outcome = (typeof OUTCOMES)[number]

export type Status = 'pending' | 'completed' | 'failed' | 'rejected' | 'unknown' | 'not_sent'
export type MatchResult = 'match' | 'close_match' | 'no_match' | 'account_not_verifiable'

/** A result counts only when the check was completed: anything else can never read as a match. */
export function outcomeOf(check: { status: Status; matchResult: MatchResult | null }): Outcome {
  if (check.status === 'completed') return check.matchResult ?? 'failed'
  return check.status === 'pending' ? 'waiting' : check.status
}

/** No answer can change it any more. `unknown` may still be answered. */
export const isTerminal = (status: Status): boolean => status !== 'pending' && status !== 'unknown'
