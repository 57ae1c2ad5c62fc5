import type { EnvironmentName } from '@/lib/http/paths'
import type { PersonView } from '@/lib/platform/person'
import type { AttemptState } from '@/lib/verifications/view'

export type ResolutionKind = 'attached' | 'not_billed' | 'written_off'

/** What a person decided, or proposed: see `waiting`. */
type ResolutionView = {
  kind: ResolutionKind
  upstreamId: string | null
  reason: string | null
  evidence: string | null
  proposedBy: PersonView
  proposedAt: string
  /** takes effect only when a second person confirms it */
  waiting: boolean
}

/** Whether the decision in force about an unknown outcome waits for a second person. */
export const waitsForSecond = (
  { kind }: { kind: string },
  { state, upstreamId }: { state: string; upstreamId: string | null },
): boolean =>
  // an attached batch whose answers never came is unknown too, and keeps its decision
  state === 'unknown' && (kind === 'not_billed' || (kind === 'attached' && upstreamId === null))

/**
 * A paid request whose response was lost or never came, as the page for unknown outcomes shows it. Times are ISO 8601 in
 * UTC.
 */
export type UnknownAttemptView = {
  id: string
  state: AttemptState
  environment: EnvironmentName
  /** what was sent: a batch of an upload (which can be attached to the provider's ID), or one check */
  subject:
    | { kind: 'batch'; uploadId: string; fileName: string; batch: number; batches: number }
    | { kind: 'check'; verificationId: string }
  /** number of verifications: the most credits it may have cost */
  items: number
  requestedBy: PersonView
  sentAt: string | null
  /** its ID at the provider, which accepted it and never answered; null when the response was lost */
  upstreamId: string | null
  /** SHA-256 of the payload in hex: proves which rows were sent */
  payloadSha256: string | null
  /** error code: how the response was lost */
  code: string | null
  httpStatus: number | null
  /** earliest time at which it can be declared not billed */
  declarableAt: string | null
  resolution: ResolutionView | null
}

/** Totals over all unknown outcomes. `waiting`: decided and not yet confirmed by a second person. */
export type UnknownAttemptTotals = { credits: number; batches: number; checks: number; waiting: number }
export type UnknownAttemptPage = {
  items: UnknownAttemptView[]
  nextCursor: string | null
  total: UnknownAttemptTotals
}
