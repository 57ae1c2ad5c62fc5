import type { AttemptState } from '@/lib/verifications/view'

export type ResolutionKind = 'attached' | 'not_billed' | 'written_off'

/** What a person decided, or proposed: `not_billed` counts only with `confirmedBy`. */
type ResolutionView = {
  kind: ResolutionKind
  upstreamId: string | null
  reason: string | null
  evidence: string | null
  proposedBy: { id: string; name: string }
  proposedAt: string
  confirmedBy: { id: string; name: string } | null
  confirmedAt: string | null
}

/** A paid request whose answer was lost, as the desk for unknown outcomes shows it. Times are ISO 8601 in UTC. */
export type UnknownAttemptView = {
  id: string
  state: AttemptState
  number: number
  environment: 'live' | 'sandbox'
  /** what was sent: a batch of an upload (can be attached to the provider's id), or one check */
  subject:
    | { kind: 'batch'; uploadId: string; fileName: string; batch: number; batches: number }
    | { kind: 'check'; verificationId: string }
  /** verifications in it: what it may have cost */
  items: number
  requestedBy: { id: string; name: string }
  sentAt: string | null
  /** SHA-256 of what was sent, hex: proves which rows it was */
  payloadSha256: string | null
  /** how the answer was lost */
  code: string | null
  httpStatus: number | null
  /** from then on it can be declared not billed */
  declarableAt: string | null
  resolution: ResolutionView | null
}

/** What is at stake in all of them. `waiting`: declared not billed, and only a second person is missing. */
export type DoubtTotal = { credits: number; batches: number; checks: number; waiting: number }
export type DoubtPage = { items: UnknownAttemptView[]; nextCursor: string | null; total: DoubtTotal }
