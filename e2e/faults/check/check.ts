import { answersMatchLedger, matchesAreConfirmed } from './answers'
import {
  attemptsMatchLedger,
  billedOnce,
  creditsMatchLedger,
  singlesStayInRateLimit,
  unknownsAreResolvedByDecision,
} from './billing'
import { crashesLeaveExpectedState } from './crashes'
import type { Evidence, Violation } from './evidence'
import { auditChainIsIntact, everyChangeIsAudited, logsHaveNoSecrets } from './log'
import { paymentsAreReleasedOnce } from './payments'
import { nothingIsLost, unknownOutcomesAreVisible } from './rows'

const INVARIANTS = [
  billedOnce,
  attemptsMatchLedger,
  answersMatchLedger,
  nothingIsLost,
  unknownOutcomesAreVisible,
  matchesAreConfirmed,
  singlesStayInRateLimit,
  auditChainIsIntact,
  everyChangeIsAudited,
  logsHaveNoSecrets,
  creditsMatchLedger,
  unknownsAreResolvedByDecision,
  paymentsAreReleasedOnce,
  crashesLeaveExpectedState,
]

/** Compares the provider's ledger, our database and the audit log. @returns every violated invariant */
export const check = (evidence: Evidence): Violation[] =>
  INVARIANTS.flatMap((invariant) => invariant(evidence))
