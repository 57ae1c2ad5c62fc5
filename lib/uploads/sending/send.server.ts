import 'server-only'
import { activeConnection } from '@/lib/connections/active.server'
import { failpoint } from '@/lib/platform/failpoint.server'
import { logger } from '@/lib/platform/log/logger.server'
import { storePaidResponse } from '@/lib/platform/storage.server'
import { claimBulk, sendableSize } from '@/lib/uploads/sending/claim.server'
import { deferBulk, delayBulk } from '@/lib/uploads/sending/defer.server'
import { settleBulk } from '@/lib/uploads/sending/settle.server'
import { abandonCall, admit } from '@/lib/upstream/breaker.server'
import { returnSlot, takeSlot } from '@/lib/upstream/budget.server'
import type { PaidOutcome } from '@/lib/upstream/classify'
import { postBulk } from '@/lib/upstream/client.server'
import { checkPayload, type WireBulk } from '@/lib/upstream/contract'

/**
 * Sends one bulk: claim (committed) → POST (no open transaction) → record. Never throws for what the provider does, and
 * never sends the same items twice: anything that isn't definite becomes unknown.
 */
export async function sendBulk(bulkId: string): Promise<PaidOutcome<WireBulk>['kind'] | 'nothing'> {
  // most surplus jobs end here, before they take a slot of the shared rate limit
  const size = await sendableSize(bulkId)
  if (size === null) return 'nothing'
  const connection = await activeConnection()
  if (!connection) return 'nothing'
  const slot = await takeSlot(connection.id, 'bulk', { waitMs: 10_000 })
  if (!slot.granted) {
    await delayBulk(bulkId, slot.retryInMs)
    return 'nothing'
  }
  const admission = await admit(slot.call, connection.id, size)
  if (!admission.admitted) {
    await returnSlot(slot.call)
    await deferBulk(bulkId, admission)
    return 'nothing'
  }
  const claim = await claimBulk(bulkId, connection.id)
  if (!claim) {
    await abandonCall(slot.call)
    return 'nothing'
  }
  failpoint('after_claim_commit')
  const started = performance.now()
  const payload = claim.items.map(({ iban, name }) => checkPayload(iban, name))
  const outcome = await postBulk(connection, payload, { ...claim, call: slot.call }).catch(
    (error: unknown) => {
      logger.error({ error, bulkId }, 'could not send a bulk')
      return { kind: 'unknown', code: 'internal' } as const
    },
  )
  failpoint('after_answer')
  const latencyMs = Math.round(performance.now() - started)
  await storePaidResponse(claim.attemptId, outcome, () => settleBulk(claim, outcome))
  failpoint('after_record_commit')
  logger.info({ bulkId, attempt: outcome.kind, items: payload.length, latencyMs }, 'bulk sent')
  return outcome.kind
}
