import type { Actor } from '@/lib/auth/roles'
import type { EnvironmentName } from '@/lib/http/paths'
import type { PaidOutcome } from '@/lib/upstream/classify'
import type { WireVerification } from '@/lib/upstream/contract'
import type { VerificationInput } from '@/lib/verifications/schema'

/** What sending a check and booking its credits needs. */
export type OutgoingCheck = {
  id: string
  environment: EnvironmentName
  iban: string
  name: string
  sandboxResult: string | null
  requestedById: string
  connectionId: string
  /** null in a repeat planned by an earlier version */
  payloadSha256: string | null
}

/** The input of a new check. */
export type CheckRequest = VerificationInput & { previousId?: string }

/** A check to be stored, with its input. */
export type CheckToStore = { input: CheckRequest; check: OutgoingCheck; requester: Actor }

export type ProviderReply = PaidOutcome<WireVerification>
