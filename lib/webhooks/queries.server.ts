import 'server-only'
import { isoTime } from '@/lib/platform/days/iso-time'
import { db, Prisma } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import { date, int4, int8, listOf, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { EVENTS } from '@/lib/webhooks/events'
import type { DeliveryView, WebhookState, WebhookView } from '@/lib/webhooks/view'

const ROW = {
  id: uuid,
  url: text,
  events: listOf(text).notNull(),
  failures: int4,
  disabledAt: date.or(null),
  disabledWhy: text.or(null),
  previousUntil: date.or(null),
  waiting: int8,
  lastDeliveredAt: date.or(null),
}
type Row = RowOf<typeof ROW>

const stateOf = ({ disabledAt, disabledWhy }: Row): WebhookState =>
  disabledAt === null ? 'on' : disabledWhy === 'failures' ? 'given_up' : 'off'

const viewOf = (row: Row): WebhookView => ({
  id: row.id,
  url: row.url,
  events: EVENTS.filter((event) => row.events.includes(event)),
  state: stateOf(row),
  failures: row.failures,
  previousUntil: isoTime(row.previousUntil),
  waiting: Number(row.waiting),
  lastDeliveredAt: isoTime(row.lastDeliveredAt),
})

/** All webhooks, oldest first. */
export async function listWebhooks(): Promise<WebhookView[]> {
  const rows = await select(
    db(),
    ROW,
    Prisma.sql`
    select w.id, w.url, w.events, w.failures, w.disabled_at as "disabledAt", w.disabled_why as "disabledWhy",
           case when w.previous_until > now() then w.previous_until end as "previousUntil", log.waiting, log.last as "lastDeliveredAt"
      from webhooks w, lateral (
        select count(*) filter (where d.due_at is not null) as waiting, max(d.delivered_at) as last
          from webhook_deliveries d where d.webhook_id = w.id) log
     order by w.created_at, w.id`,
  )
  return rows.map(viewOf)
}

/** @throws Refusal 404 */
export async function readWebhook(id: string): Promise<WebhookView> {
  const found = (await listWebhooks()).find((webhook) => webhook.id === id)
  if (!found) throw notFound()
  return found
}

/** The last hundred deliveries of a webhook, newest first. @throws Refusal 404 */
export async function listDeliveries(webhookId: string): Promise<DeliveryView[]> {
  if (!(await db().webhook.findUnique({ where: { id: webhookId }, select: { id: true } }))) throw notFound()
  const rows = await db().webhookDelivery.findMany({
    where: { webhookId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: 100,
  })
  return rows.map((row) => ({
    id: row.id,
    event: row.event as DeliveryView['event'],
    eventId: row.eventId,
    state: row.deliveredAt ? 'delivered' : row.dueAt ? 'waiting' : 'failed',
    createdAt: row.createdAt.toISOString(),
    tries: row.tries,
    dueAt: isoTime(row.dueAt),
    httpStatus: row.httpStatus,
    problemCode: row.problemCode,
  }))
}
