import 'server-only'
import { randomUUID } from 'node:crypto'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { enqueueAll } from '@/lib/platform/queue/queue.server'
import { select, uuid } from '@/lib/platform/sql/select.server'

/** The payload of a webhook event: IDs, counts and links; never a name, an IBAN or a file name. */
export function payloadOf(event: string, data: object): { eventId: string; payload: string } {
  const eventId = randomUUID()
  return {
    eventId,
    payload: JSON.stringify({ id: eventId, event, createdAt: new Date().toISOString(), ...data }),
  }
}

export type WaitingDelivery = { id: string; webhookId: string }

/** The job of a delivery, in its webhook's group, so that no webhook blocks the others. */
export const jobOf = ({ id, webhookId }: WaitingDelivery) => ({
  data: { deliveryId: id },
  group: { id: webhookId },
})

/**
 * Announces an event to the webhooks subscribed to it. Writes deliveries and jobs in the caller's transaction
 * (outbox pattern), so the event is sent if and only if the transaction commits. Leaves out a webhook that is being
 * deleted, without waiting: its deletion may wait for the audit log, which this transaction may hold.
 */
export async function announceEvent(tx: Tx, event: string, data: object): Promise<void> {
  const { eventId, payload } = payloadOf(event, data)
  const waiting = await select(
    tx,
    { id: uuid, webhookId: uuid },
    Prisma.sql`
    insert into webhook_deliveries (id, webhook_id, event, event_id, payload)
    select gen_random_uuid(), w.id, ${event}, ${eventId}::uuid, ${payload}
      from webhooks w where w.disabled_at is null and ${event} = any(w.events) for key share skip locked
    returning id, webhook_id as "webhookId"`,
  )
  await enqueueAll(tx, 'webhook.deliver', waiting.map(jobOf))
}
