import 'server-only'
import { randomUUID } from 'node:crypto'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { jobOf, payloadOf } from '@/lib/platform/queue/outbox.server'
import { enqueueAll } from '@/lib/platform/queue/queue.server'
import { notFound, Refusal, secretUnreadable } from '@/lib/platform/refusal'
import { databaseNow } from '@/lib/platform/sql/now.server'
import { settleDelivery } from '@/lib/webhooks/deliver.server'
import { type DeliveryResult, post, publicTransport, type WebhookTransport } from '@/lib/webhooks/post.server'
import { readWebhookSecret } from '@/lib/webhooks/sign.server'

/**
 * Sends a test delivery while the admin waits: one attempt, logged, never retried.
 * @throws Refusal 404; 409 secret_unreadable
 */
export async function pingWebhook(
  id: string,
  ask: WebhookTransport = publicTransport,
): Promise<DeliveryResult> {
  const { eventId, payload } = payloadOf('ping', {})
  const deliveryId = randomUUID()
  const webhook = await db().$transaction(async (tx) => {
    const kept = await keepWebhook(tx, id)
    if (readWebhookSecret(id, kept.secretCipher) === null) throw secretUnreadable()
    const delivery = { id: deliveryId, webhookId: id, event: 'ping', eventId, payload, dueAt: null }
    const now = await databaseNow(tx)
    await tx.webhookDelivery.create({ data: { ...delivery, tries: 1, triedAt: now } })
    return { ...kept, signsToo: kept.previousUntil !== null && kept.previousUntil > now }
  })
  const { url, secretCipher } = webhook
  const outgoing = {
    deliveryId,
    webhookId: id,
    eventId,
    url,
    event: 'ping' as const,
    payload,
    secretCipher,
    previousCipher: webhook.signsToo ? webhook.previousCipher : null,
  }
  const posted = await post(outgoing, ask)
  await settleDelivery(outgoing, posted, null)
  return posted
}

/**
 * Sends an event again: same bytes and event ID in a new delivery, which a worker signs.
 * @throws Refusal 404; 409 webhook_off
 */
export async function replayDelivery(id: string, auditActor: AuditActor): Promise<{ id: string }> {
  return db().$transaction(async (tx) => {
    const old = await tx.webhookDelivery.findUnique({ where: { id } })
    if (!old || old.event === 'ping') throw notFound()
    const webhook = await keepWebhook(tx, old.webhookId)
    if (webhook.disabledAt) throw new Refusal(409, 'webhook_off', 'Turn the webhook on first.')
    const { webhookId, event, eventId, payload } = old
    const made = await tx.webhookDelivery.create({ data: { webhookId, event, eventId, payload } })
    await enqueueAll(tx, 'webhook.deliver', [jobOf(made)])
    const object = { type: 'webhook', id: webhookId }
    await record({ by: auditActor, action: 'webhook.replayed', object, details: { event, eventId } }, tx)
    return { id: made.id }
  })
}

/** Reads a webhook that can't be deleted before the transaction ends. @throws Refusal 404 */
async function keepWebhook(tx: Tx, id: string) {
  await tx.$executeRaw`select 1 from webhooks where id = ${id}::uuid for key share`
  const webhook = await tx.webhook.findUnique({ where: { id } })
  if (!webhook) throw notFound()
  return webhook
}
