import 'server-only'
import { record } from '@/lib/audit/record.server'
import { db, Prisma, type Tx } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import { jobOf } from '@/lib/platform/queue/outbox.server'
import { enqueueAll, RetryJobError } from '@/lib/platform/queue/queue.server'
import { maxBackoffSeconds } from '@/lib/platform/queue/queues'
import { databaseNow } from '@/lib/platform/sql/now.server'
import { bytes, oneOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { EVENTS, FAILURES_UNTIL_OFF } from '@/lib/webhooks/events'
import {
  type DeliveryResult,
  type OutgoingDelivery,
  post,
  publicTransport,
  type WebhookTransport,
} from '@/lib/webhooks/post.server'

/**
 * The job `webhook.deliver`: one attempt of one delivery. Idempotent: does nothing when it was delivered, or while its
 * webhook is off (turning it on queues what is pending).
 * @param retries how often the job was retried before
 * @returns whether there was something to send
 * @throws RetryJobError when the receiver did not accept it; the queue applies its backoff
 */
export async function deliver(
  deliveryId: string,
  retries: number,
  ask: WebhookTransport = publicTransport,
): Promise<boolean> {
  const outgoing = await beginTry(deliveryId)
  if (!outgoing) return false
  const posted = await post(outgoing, ask).catch(couldNot)
  await settleDelivery(outgoing, posted, maxBackoffSeconds('webhook.deliver', retries))
  if (posted.code !== null) throw new RetryJobError(posted.code)
  return true
}

/** A failure of ours counts as a failed attempt. */
function couldNot(error: unknown): DeliveryResult {
  logger.error({ error }, 'could not send a webhook')
  return { httpStatus: null, code: 'internal', durationMs: 0 }
}

/** Counts the attempt before sending: delivery is at least once, deduplicated by accord-delivery. */
async function beginTry(deliveryId: string): Promise<OutgoingDelivery | undefined> {
  const [outgoing] = await select(
    db(),
    {
      deliveryId: uuid,
      event: oneOf([...EVENTS, 'ping']),
      eventId: uuid,
      payload: text,
      webhookId: uuid,
      url: text,
      secretCipher: bytes,
      previousCipher: bytes.or(null),
    },
    Prisma.sql`
    update webhook_deliveries d set tries = d.tries + 1, tried_at = now()
      from webhooks w
     where d.id = ${deliveryId}::uuid and w.id = d.webhook_id and d.delivered_at is null and w.disabled_at is null
    returning d.id as "deliveryId", d.event, d.event_id as "eventId", d.payload, w.id as "webhookId", w.url, w.secret_cipher as "secretCipher",
              case when w.previous_until > now() then w.previous_cipher end as "previousCipher"`,
  )
  return outgoing
}

/** Records how an attempt ended. Too many failures in a row turn the webhook off, which is audited. */
export async function settleDelivery(
  { deliveryId, webhookId }: Pick<OutgoingDelivery, 'deliveryId' | 'webhookId'>,
  { httpStatus, code, durationMs }: DeliveryResult,
  againIn: number | null,
): Promise<void> {
  await db().$transaction(async (tx) => {
    // before the delivery, as when an admin turns the webhook on or deletes it; of two failures one turns it off
    await tx.$executeRaw`select from webhooks where id = ${webhookId}::uuid for no key update`
    const now = await databaseNow(tx)
    const dueAt = code !== null && againIn !== null ? new Date(now.getTime() + againIn * 1000) : null
    const { count } = await tx.webhookDelivery.updateMany({
      // another worker may have delivered it meanwhile
      where: { id: deliveryId, deliveredAt: null },
      data: {
        dueAt,
        httpStatus,
        problemCode: code,
        durationMs,
        ...(code === null && { deliveredAt: now }),
      },
    })
    if (count === 0) return
    if (code === null)
      await tx.webhook.updateMany({ where: { id: webhookId, failures: { gt: 0 } }, data: { failures: 0 } })
    else await countFailure(tx, webhookId)
  })
}

async function countFailure(tx: Tx, webhookId: string): Promise<void> {
  await tx.$executeRaw`update webhooks set failures = failures + 1 where id = ${webhookId}::uuid`
  const off = await tx.$executeRaw`
    update webhooks set disabled_at = now(), disabled_why = 'failures'
     where id = ${webhookId}::uuid and disabled_at is null and failures >= ${FAILURES_UNTIL_OFF}`
  if (off === 0) return
  const object = { type: 'webhook', id: webhookId }
  await record({ by: { kind: 'system' }, action: 'webhook.given_up', object }, tx)
}

/** Queues deliveries that are a minute overdue; a duplicate job does no harm. @returns how many were queued */
export async function requeueDeliveries(): Promise<number> {
  const overdue = await select(
    db(),
    { id: uuid, webhookId: uuid },
    Prisma.sql`
    select d.id, d.webhook_id as "webhookId" from webhook_deliveries d join webhooks w on w.id = d.webhook_id
     where d.due_at < now() - interval '1 minute' and w.disabled_at is null order by d.due_at limit 1000`,
  )
  return enqueueAll(db(), 'webhook.deliver', overdue.map(jobOf))
}

/** Deletes deliveries older than 30 days that have ended, or whose webhook is off. */
export const forgetDeliveries = () => db().$executeRaw`
  delete from webhook_deliveries d using webhooks w
   where w.id = d.webhook_id and (d.due_at is null or w.disabled_at is not null)
     and d.created_at < now() - interval '30 days'`
