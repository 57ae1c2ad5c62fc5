import type { EnvironmentName } from '@/lib/http/paths'
import type { NameComparison } from '@/lib/names/compare'
import type { PersonView } from '@/lib/platform/person'
import type { CheckSource, StoredReviewState } from '@/lib/reviews/policy'
import type { Enrichment } from './answer'
import type { MatchResult, Outcome, Status } from './outcome'

export const ATTEMPT_STATES = [
  'ready',
  'sending',
  'accepted',
  'rejected',
  'not_sent',
  'unknown',
  'attached',
  'not_billed',
  'written_off',
] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/**
 * Equal rows of a file share one check: the most rows that a view lists. One more is read to know that there are
 * others.
 */
export const MAX_LISTED_ROWS = 20

/** The record of a check as the API returns it. Times are ISO 8601 in UTC. */
export type VerificationView = {
  id: string
  environment: EnvironmentName
  source: CheckSource
  /** masked (`FR76 ···· 0189`) for people who may not read it */
  iban: string
  /** masked (`M···`) for people who may not read it */
  name: string
  masked: boolean
  status: Status
  matchResult: MatchResult | null
  outcome: Outcome
  matchedName: string | null
  statusReason: string | null
  unrecognised: string | null
  enrichment: Enrichment | null
  /**
   * French rows of files: whether the bank's BIC and name were read afterwards; null where they never are. `failed`:
   * every read of this row failed, and it is not retried
   */
  enrichmentState?: 'given' | 'pending' | 'none_given' | 'not_asked' | 'refused' | 'failed' | null
  /** from our own directory, never from the provider */
  bank: { code: string; name: string; bic: string | null } | null
  comparison: NameComparison | null
  attempt: { id: string; state: AttemptState; number: number } | null
  review: { id: string; state: StoredReviewState } | null
  reference: string | null
  purpose: string | null
  note: string | null
  sandboxResult: string | null
  requestedBy: PersonView
  previousId: string | null
  /**
   * `rows`: the rows of the file that share the check, at most MAX_LISTED_ROWS; `row` is the first of them. `payments`: the
   * upload has a payment run
   */
  upload: { id: string; fileName: string; row: number | null; rows: number[]; payments: boolean } | null
  upstreamId: string | null
  /** stable code of why a check was not sent */
  problemCode: string | null
  /** who allowed a held-back name, and when */
  nameAllowed: { at: string; by: PersonView } | null
  /** when retention removed name, IBAN and answer; both are empty then */
  purgedAt?: string | null
  createdAt: string
  answeredAt: string | null
  durationMs: number | null
}

/** A check that waits for the shared rate limit. `position`: its place in the queue, starting at 1. */
export type WaitingView = VerificationView & { position: number }

/** The values that masking hides. */
export type RevealedFields = Pick<
  VerificationView,
  'iban' | 'name' | 'matchedName' | 'statusReason' | 'unrecognised' | 'note' | 'comparison'
>

/** Masks a name: only the first character is shown. */
export const maskName = (name: string): string => `${Array.from(name)[0] ?? ''}···`
