import 'server-only'
import { activeConnection } from '@/lib/connections/active.server'
import { failpoint } from '@/lib/platform/failpoint.server'
import { logger } from '@/lib/platform/log/logger.server'
import { storePaidResponse } from '@/lib/platform/storage.server'
import { type ClaimedBulk, claimBulk, sendableSize } from '@/lib/uploads/sending/claim.server'
import { delayBulk, holdBulk } from '@/lib/uploads/sending/hold.server'
import { manualFixFor, type SendVerdict } from '@/lib/uploads/sending/pace'
import { settleBulk } from '@/lib/uploads/sending/settle.server'
import { abandonCall, admit } from '@/lib/upstream/breaker.server'
import { returnSlot, takeSlot } from '@/lib/upstream/budget.server'
import { postBulk } from '@/lib/upstream/client.server'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import { checkPayload } from '@/lib/upstream/contract'

/**
 * Sends one bulk: claim (committed) → POST (no open transaction) → record. Never throws for what the provider does, and
 * never sends the same items twice: anything that isn't definite becomes unknown.
 */
export async function sendBulk(bulkId: string): Promise<SendVerdict['attempt'] | 'nothing'> {
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
    await holdBulk(bulkId, admission)
    return 'nothing'
  }
  const claim = await claimBulk(bulkId, connection.id)
  if (!claim) {
    await abandonCall(slot.call)
    return 'nothing'
  }
  failpoint('after_claim_commit')
  const started = performance.now()
  const verdict = await send({ ...claim, call: slot.call }, connection)
  failpoint('after_answer')
  const latencyMs = Math.round(performance.now() - started)
  const settled = { attemptId: claim.attemptId, bulkId, latencyMs }
  await storePaidResponse(claim.attemptId, verdict, () => settleBulk(settled, verdict))
  failpoint('after_record_commit')
  logger.info({ bulkId, attempt: verdict.attempt, items: claim.items.length, latencyMs }, 'bulk sent')
  return verdict.attempt
}

async function send(
  claim: ClaimedBulk & { call: bigint },
  connection: UpstreamConnection,
): Promise<SendVerdict> {
  try {
    const answer = await postBulk(
      connection,
      claim.items.map(({ iban, name }) => checkPayload(iban, name)),
      claim,
    )
    switch (answer.kind) {
      case 'accepted':
        return { attempt: 'accepted', upstreamId: answer.body.id, totalItems: answer.body.totalItems }
      case 'rejected':
        return {
          attempt: 'rejected',
          pause: manualFixFor(answer.code),
          code: answer.code,
          upstreamCode: answer.upstreamCode,
          httpStatus: answer.httpStatus,
        }
      case 'not_sent':
        return {
          attempt: 'not_sent',
          pause: manualFixFor(answer.code),
          code: answer.code,
          httpStatus: answer.httpStatus ?? null,
          retryInMs: answer.retryInMs ?? null,
        }
      default:
        return { attempt: 'unknown', code: answer.code, httpStatus: answer.httpStatus ?? null }
    }
  } catch (error) {
    logger.error({ error, bulkId: claim.bulkId }, 'could not send a bulk')
    return { attempt: 'unknown', code: 'internal', httpStatus: null }
  }
}
