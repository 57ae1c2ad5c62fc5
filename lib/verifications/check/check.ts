import type { EnvironmentName } from '@/lib/http/paths'
import type { PaidOutcome } from '@/lib/upstream/classify'
import type { WireVerification } from '@/lib/upstream/contract'
import type { VerificationInput } from '@/lib/verifications/schema'
import type { Asker } from '@/lib/verifications/tried/tried.server'

/** A check on its way: what its requests and its books need. */
export type OutgoingCheck = {
  id: string
  environment: EnvironmentName
  iban: string
  name: string
  sandboxResult: string | null
  requestedById: string
  connectionId: string
  /** null in a repeat that an earlier version planned */
  payloadSha256: string | null
}

/** What a check was asked with. */
export type CheckRequest = VerificationInput & { previousId?: string; source?: 'single' | 'api' }

/** A check that is to be stored, and what it was asked with. */
export type CheckToStore = { input: CheckRequest; check: OutgoingCheck; asker: Asker }

export type ProviderReply = PaidOutcome<WireVerification>
