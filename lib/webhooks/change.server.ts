import 'server-only'
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type AuditActor, record } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { db, Prisma, type Tx } from '@/lib/platform/db.server'
import { jobOf } from '@/lib/platform/queue/outbox.server'
import { runJobNow } from '@/lib/platform/queue/queue.server'
import { notFound, Refusal, refusedField } from '@/lib/platform/refusal'
import { settingChanged } from '@/lib/platform/settings.server'
import { databaseNow } from '@/lib/platform/sql/now.server'
import { select, uuid } from '@/lib/platform/sql/select.server'
import { EVENTS } from '@/lib/webhooks/events'
import { problemOfUrl } from '@/lib/webhooks/post.server'
import { readWebhook } from '@/lib/webhooks/queries.server'
import {
  MAX_WEBHOOKS,
  type WebhookChange,
  type WebhookInput,
  type WebhookRotation,
} from '@/lib/webhooks/schema'
import { makeWebhookSecret, readWebhookSecret } from '@/lib/webhooks/sign.server'
import type { NewSecret, WebhookView } from '@/lib/webhooks/view'

const object = (id: string) => ({ type: 'webhook', id })
const KEPT_HOURS = 24

/**
 * Adds a webhook.
 * @returns it with its secret, which is shown only once
 * @throws Refusal 422 address_…; 409 webhooks_full
 */
export async function createWebhook(
  { url, events }: WebhookInput,
  { actor, auditActor }: RequestedBy,
): Promise<NewSecret> {
  const code = problemOfUrl(url)
  if (code) {
    const message = 'This address can’t be a webhook. Use https, a public domain name and port 443.'
    throw refusedField(code, 'url', message)
  }
  const id = randomUUID()
  const { secret, cipher } = makeWebhookSecret(id)
  await db().$transaction(async (tx) => {
    await tx.$executeRaw`lock table webhooks in share row exclusive mode`
    if ((await tx.webhook.count()) >= MAX_WEBHOOKS)
      throw new Refusal(409, 'webhooks_full', `There are at most ${MAX_WEBHOOKS} webhooks. Delete one first.`)
    await tx.webhook.create({
      data: { id, url, events, secretCipher: cipher, createdById: actor.id },
    })
    const details = { host: new URL(url).host, events }
    await record({ by: auditActor, action: 'webhook.created', object: object(id), details }, tx)
  })
  return { ...(await readWebhook(id)), secret }
}

async function lockWebhook(tx: Tx, id: string) {
  await tx.$executeRaw`select 1 from webhooks where id = ${id}::uuid for no key update`
  const webhook = await tx.webhook.findUnique({ where: { id } })
  if (!webhook) throw notFound()
  return webhook
}

/**
 * Changes the events of a webhook, or turns it on or off. Turning it on resets its failures and delivers what is
 * pending.
 * @throws Refusal 404; 409 setting_changed when it isn't what the person saw (`before`)
 */
export async function changeWebhook(
  id: string,
  { events, on, before: seen }: WebhookChange,
  auditActor: AuditActor,
): Promise<WebhookView> {
  await db().$transaction(async (tx) => {
    // failed deliveries may be turning it off
    const row = await lockWebhook(tx, id)
    const was = row.disabledAt === null
    const before = { events: EVENTS.filter((event) => row.events.includes(event)), on: was }
    if (!isDeepStrictEqual(before, seen)) throw settingChanged()
    const state = on
      ? { disabledAt: null, disabledWhy: null, ...(was ? {} : { failures: 0 }) }
      : {
          disabledAt: row.disabledAt ?? (await databaseNow(tx)),
          disabledWhy: was ? 'person' : row.disabledWhy,
        }
    await tx.webhook.update({ where: { id }, data: { events, ...state } })
    if (on && !was) await hurryWaiting(tx, id)
    const details = { before, after: { events, on } }
    const action = was === on ? 'webhook.changed' : on ? 'webhook.enabled' : 'webhook.disabled'
    await record({ by: auditActor, action, object: object(id), details }, tx)
  })
  return readWebhook(id)
}

/** Makes pending deliveries due now. */
async function hurryWaiting(tx: Tx, webhookId: string): Promise<void> {
  const waiting = await select(
    tx,
    { id: uuid, webhookId: uuid },
    Prisma.sql`
    update webhook_deliveries set due_at = now() where webhook_id = ${webhookId}::uuid and due_at is not null
    returning id, webhook_id as "webhookId"`,
  )
  for (const delivery of waiting) {
    const { data, ...options } = jobOf(delivery)
    await runJobNow(tx, 'webhook.deliver', data, options)
  }
}

/**
 * Replaces the secret. The old one also signs for a day, so that the receiver can switch over, unless it can't be read.
 * One that still signs from a rotation before ends.
 * @throws Refusal 404; 409 setting_changed when the person didn't see that one (`before`)
 */
export async function replaceWebhookSecret(
  id: string,
  { before: seen }: WebhookRotation,
  auditActor: AuditActor,
): Promise<NewSecret> {
  const { secret, cipher } = makeWebhookSecret(id)
  await db().$transaction(async (tx) => {
    const before = await lockWebhook(tx, id)
    const { previousUntil } = before
    const ends = previousUntil !== null && previousUntil > (await databaseNow(tx))
    if (ends && previousUntil.toISOString() !== seen.previousUntil) throw settingChanged()
    const kept = readWebhookSecret(id, before.secretCipher) !== null
    await tx.$executeRaw`
      update webhooks set previous_cipher = case when ${kept} then secret_cipher end, secret_cipher = ${cipher},
                          previous_until = case when ${kept} then now() + make_interval(hours => ${KEPT_HOURS}) end
       where id = ${id}::uuid`
    await record({ by: auditActor, action: 'webhook.secret_replaced', object: object(id) }, tx)
  })
  return { ...(await readWebhook(id)), secret }
}

/** Deletes a webhook with its pending deliveries and its log. @throws Refusal 404 */
export async function deleteWebhook(id: string, auditActor: AuditActor): Promise<void> {
  await db().$transaction(async (tx) => {
    const { count } = await tx.webhook.deleteMany({ where: { id } })
    if (count === 0) throw notFound()
    await record({ by: auditActor, action: 'webhook.deleted', object: object(id) }, tx)
  })
}
