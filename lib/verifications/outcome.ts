/** The bank's answers about a name and an account (specification 2.2). */
export const MATCH_RESULTS = ['match', 'close_match', 'no_match', 'account_not_verifiable'] as const
export type MatchResult = (typeof MATCH_RESULTS)[number]

export const OUTCOMES = [...MATCH_RESULTS, 'failed', 'rejected', 'unknown', 'waiting', 'not_sent'] as const

/** The state of a check in one word, from status and match_result (specification 2.2) and our own two states. */
export type Outcome = (typeof OUTCOMES)[number]

export const STATUSES = ['pending', 'completed', 'failed', 'rejected', 'unknown', 'not_sent'] as const
export type Status = (typeof STATUSES)[number]

/** Whether a word is one of the bank’s answers. */
export const isMatchResult = (word: string | null | undefined): word is MatchResult =>
  (MATCH_RESULTS as readonly (string | null | undefined)[]).includes(word)

const WITHOUT_ANSWER = ['rejected', 'unknown', 'not_sent'] as const

/**
 * The outcome of a check from its stored status and result. A result counts only on a completed check, so that nothing
 * else can read as a match; anything unrecognised is `failed`.
 */
export function outcomeOf({ status, matchResult }: { status: string; matchResult: string | null }): Outcome {
  if (status === 'completed') return isMatchResult(matchResult) ? matchResult : 'failed'
  if (status === 'pending') return 'waiting'
  return WITHOUT_ANSWER.find((word) => word === status) ?? 'failed'
}

/** Is the answer final? `unknown` may still be answered. */
export const isTerminal = (status: Status): boolean => status !== 'pending' && status !== 'unknown'
