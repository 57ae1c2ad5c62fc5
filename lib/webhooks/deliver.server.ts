import 'server-only'
import { record } from '@/lib/audit/record.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/logger.server'
import { FAILURES_UNTIL_OFF, nextTryIn } from '@/lib/webhooks/events'
import { type Ask, askOutside, type Outgoing, type Posted, post } from '@/lib/webhooks/post.server'

/** At a time and webhook: one that does not answer holds up none of the others for longer than its own limit. */
const AT_ONCE = 4
/** A worker that died gives its deliveries back after this long: sent at least once, told apart by accord-delivery. */
const LEASE_SECONDS = 120

/** Sends what is due, of all webhooks that are on. The rows are the queue: claimed, sent, settled. @returns how many */
export async function deliverDue(ask: Ask = askOutside): Promise<number> {
  const claimed = await claimDue()
  await Promise.all(
    claimed.map(async ({ tries, ...outgoing }) => {
      const posted = await post(outgoing, ask).catch(couldNot)
      await settleDelivery(outgoing, posted, nextTryIn(tries))
    }),
  )
  return claimed.length
}

/** What cannot even be signed, because its key is gone, is a failed try like any other. */
function couldNot(error: unknown): Posted {
  logger.error({ error }, 'webhook could not be sent')
  return { httpStatus: null, code: 'internal', durationMs: 0 }
}

// due_at is rounded to the millisecond, so what is due now may stand half a millisecond ahead
const claimDue = () => db().$queryRaw<(Outgoing & { tries: number })[]>`
  update webhook_deliveries d
     set due_at = now() + make_interval(secs => ${LEASE_SECONDS}), tries = d.tries + 1, tried_at = now()
    from webhooks w
   where w.id = d.webhook_id and d.id in (
     select due.id from webhooks on_, lateral (
       select q.id from webhook_deliveries q
        where q.webhook_id = on_.id and q.due_at < now() + interval '1 millisecond' order by q.due_at limit ${AT_ONCE}
          for update skip locked) due
      where on_.disabled_at is null)
  returning d.id as "deliveryId", d.event, d.event_id as "eventId", d.payload, d.tries, w.id as "webhookId", w.url, w.secret_cipher as "secretCipher",
            case when w.previous_until > now() then w.previous_cipher end as "previousCipher"`

/** Writes down how a try ended; too many failures in a row turn the webhook off, which the audit log tells. */
export async function settleDelivery(
  { deliveryId, webhookId }: Pick<Outgoing, 'deliveryId' | 'webhookId'>,
  { httpStatus, code, durationMs }: Posted,
  againIn: number | null,
): Promise<void> {
  const dueAt = code !== null && againIn !== null ? new Date(Date.now() + againIn * 1000) : null
  await db().$transaction(async (tx) => {
    await tx.webhookDelivery.updateMany({
      where: { id: deliveryId },
      data: {
        dueAt,
        httpStatus,
        problemCode: code,
        durationMs,
        ...(code === null && { deliveredAt: new Date() }),
      },
    })
    if (code === null)
      await tx.webhook.updateMany({ where: { id: webhookId, failures: { gt: 0 } }, data: { failures: 0 } })
    else await countFailure(tx, webhookId)
  })
}

async function countFailure(tx: Tx, webhookId: string): Promise<void> {
  const [off] = await tx.$queryRaw<{ off: boolean }[]>`
    update webhooks w
       set failures = w.failures + 1,
           disabled_why = case when w.disabled_at is null and w.failures + 1 >= ${FAILURES_UNTIL_OFF} then 'failures' else w.disabled_why end,
           disabled_at = case when w.failures + 1 >= ${FAILURES_UNTIL_OFF} then coalesce(w.disabled_at, now()) else w.disabled_at end
      from webhooks before
     where w.id = ${webhookId}::uuid and before.id = w.id
    returning before.disabled_at is null and w.disabled_at is not null as off`
  if (!off?.off) return
  const object = { type: 'webhook', id: webhookId }
  await record({ by: { kind: 'system' }, action: 'webhook.given_up', object }, tx)
}

/** The log of deliveries is kept for thirty days. */
export const forgetDeliveries = () => db().$executeRaw`
  delete from webhook_deliveries where due_at is null and created_at < now() - interval '30 days'`
