import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Actor } from '@/lib/auth/roles'
import { db } from '@/lib/platform/db.server'
import { announceEvent } from '@/lib/platform/queue/outbox.server'
import { countLockWaits } from '@/lib/platform/testing/locks'
import { pingWebhook, replayDelivery } from '@/lib/webhooks/again.server'
import { createWebhook, replaceWebhookSecret } from '@/lib/webhooks/change.server'
import type { WebhookTransport } from '@/lib/webhooks/post.server'
import { listDeliveries, listWebhooks } from '@/lib/webhooks/queries.server'
import { deliverDue, endBackoff } from '@/lib/webhooks/testing/worker'

const auditActor = { kind: 'user' as const, id: randomUUID() }
const by = { actor: { id: auditActor.id } as Actor, auditActor }
const NEW = { before: { previousUntil: null } }
const got: { headers: Record<string, string>; body: string }[] = []
const accept: WebhookTransport = async (_url, asked) => {
  got.push(asked)
  return { kind: 'answer', status: 200, headers: {}, text: '', latencyMs: 1 }
}
const announce = () => db().$transaction((tx) => announceEvent(tx, 'upload.finished', {}))
let id: string

beforeEach(async () => {
  got.length = 0
  await db().webhook.deleteMany()
  await db().$executeRaw`delete from pgboss.job`
  id = (await createWebhook({ url: 'https://erp.example.com', events: ['upload.finished'] }, by)).id
})

describe('a secret whose encryption key is gone', () => {
  beforeEach(async () => {
    const { secretCipher } = await db().webhook.findUniqueOrThrow({ where: { id } })
    await db().webhook.update({ where: { id }, data: { secretCipher: secretCipher.map((byte) => byte ^ 1) } })
  })
  const verified = (secret: string) =>
    new Webhook(secret).verify(got.at(-1)?.body ?? '', got.at(-1)?.headers ?? {})

  it('refuses a ping and fails deliveries until it is replaced, and is not kept', async () => {
    await expect(pingWebhook(id, accept)).rejects.toMatchObject({ status: 409, code: 'secret_unreadable' })
    expect(await listDeliveries(id)).toEqual([])
    await announce()
    await deliverDue(accept)
    expect(await listDeliveries(id)).toMatchObject([{ state: 'waiting', problemCode: 'secret_unreadable' }])
    expect(got).toEqual([])
    const replaced = await replaceWebhookSecret(id, NEW, auditActor)
    expect(replaced.previousUntil).toBeNull()
    await endBackoff()
    await deliverDue(accept)
    expect(verified(replaced.secret)).toMatchObject({ event: 'upload.finished' })
  })

  it('signs nothing when it is the replaced one', async () => {
    const { secretCipher } = await db().webhook.findUniqueOrThrow({ where: { id } })
    const { secret } = await replaceWebhookSecret(id, NEW, auditActor)
    const previousUntil = new Date(Date.now() + 3_600_000)
    await db().webhook.update({ where: { id }, data: { previousCipher: secretCipher, previousUntil } })
    expect(await pingWebhook(id, accept)).toMatchObject({ code: null })
    expect(verified(secret)).toMatchObject({ event: 'ping' })
  })
})

it('a replaced secret signs for a day of the database, whatever the clock of this host', async () => {
  await replaceWebhookSecret(id, NEW, auditActor)
  const times = vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 })
  try {
    await pingWebhook(id, accept)
    const [view] = await listWebhooks()
    expect(view?.previousUntil).toEqual(expect.any(String))
  } finally {
    times.useRealTimers()
  }
  expect(got.at(-1)?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
})

describe('a webhook that is being deleted', () => {
  it('answers 404 to a ping and to an event sent again', async () => {
    await announce()
    await deliverDue(accept)
    const sent = await db().webhookDelivery.findFirstOrThrow()
    const acts: Promise<unknown>[] = []
    await db().$transaction(async (tx) => {
      await tx.webhook.delete({ where: { id } })
      acts.push(pingWebhook(id, accept), replayDelivery(sent.id, auditActor))
      for (const act of acts) act.catch(() => {})
      await expect.poll(countLockWaits).toBe(2)
    })
    for (const act of acts) await expect(act).rejects.toMatchObject({ status: 404, code: 'not_found' })
    expect(got).toHaveLength(1)
  })

  it('ends a ping that is already on its way with its result', async () => {
    const ping = await pingWebhook(id, async (url, asked) => {
      await db().webhook.delete({ where: { id } })
      return accept(url, asked)
    })
    expect(ping).toMatchObject({ httpStatus: 200, code: null })
  })
})
