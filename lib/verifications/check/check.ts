import type { Limits } from '@/lib/limits/limits'
import type { PaidOutcome } from '@/lib/upstream/classify'
import type { WireVerification } from '@/lib/upstream/contract'
import type { VerificationInput } from '@/lib/verifications/schema'

/** A check on its way: what its requests and its books need. */
export type Check = {
  id: string
  environment: 'live' | 'sandbox'
  iban: string
  name: string
  sandboxResult: string | null
  requestedById: string
  connectionId: string
  payloadSha256: string
}

/** What a check was asked with. */
export type Request = VerificationInput & { previousId?: string; source?: 'single' | 'api' }

/** A check that is to be stored, and what it was asked with. */
export type New = { input: Request; check: Check; limits: Limits | null }

export type Sent = PaidOutcome<WireVerification>
