import { answersAreRight, matchesAreMatches } from './answers'
import { deathsLeaveWhatTheyMust } from './directed'
import type { Evidence, Violation } from './evidence'
import { chainHolds, everyChangeIsLogged, nothingLeaks } from './log'
import { attemptsTellTheTruth, billedOnce, booksAddUp, twoPeopleDecide, withinTheMinute } from './money'
import { paymentsLeaveOnce } from './payments'
import { doubtsAreVisible, nothingIsLost } from './rows'

const INVARIANTS = [
  billedOnce,
  attemptsTellTheTruth,
  answersAreRight,
  nothingIsLost,
  doubtsAreVisible,
  matchesAreMatches,
  withinTheMinute,
  chainHolds,
  everyChangeIsLogged,
  nothingLeaks,
  booksAddUp,
  twoPeopleDecide,
  paymentsLeaveOnce,
  deathsLeaveWhatTheyMust,
]

/** Compares the provider's ledger, our database and the audit log. @returns every violated invariant */
export const check = (evidence: Evidence): Violation[] =>
  INVARIANTS.flatMap((invariant) => invariant(evidence))
