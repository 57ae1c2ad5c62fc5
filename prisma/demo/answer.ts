import { randomUUID } from 'node:crypto'
import type { ProviderAnswer } from '@/lib/verifications/answer'
import type { DemoCheck } from './checks'

/** The provider's response to this check. */
export function answerOf(check: DemoCheck): ProviderAnswer {
  const failed = check.result === 'failed'
  return {
    status: failed ? 'failed' : 'completed',
    matchResult: check.result === 'failed' ? null : check.result,
    matchedName: check.matchedName ?? null,
    statusReason: check.reason ?? null,
    unrecognised: null,
    enrichment: null,
    upstreamId: randomUUID(),
  }
}
