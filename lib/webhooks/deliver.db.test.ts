import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { db } from '@/lib/platform/db.server'
import { announceEvent } from '@/lib/platform/queue/outbox.server'
import { queue } from '@/lib/platform/queue/queue.server'
import { countLockWaits } from '@/lib/platform/testing/locks'
import { changeWebhook } from '@/lib/webhooks/change.server'
import { forgetDeliveries, requeueDeliveries, settleDelivery } from '@/lib/webhooks/deliver.server'
import { FAILURES_UNTIL_OFF } from '@/lib/webhooks/events'
import type { WebhookTransport } from '@/lib/webhooks/post.server'
import { makeWebhookSecret } from '@/lib/webhooks/sign.server'
import { deliverDue, endBackoff, expireHeartbeats } from '@/lib/webhooks/testing/worker'

beforeEach(async () => {
  await db().webhook.deleteMany()
  await db().$executeRaw`delete from pgboss.job`
  await addWebhook()
})

async function addWebhook(): Promise<string> {
  const id = randomUUID()
  const { cipher: secretCipher } = makeWebhookSecret(id)
  const webhook = { id, url: 'https://erp.example.com', events: ['upload.finished'], createdById: id }
  await db().webhook.create({ data: { ...webhook, secretCipher } })
  return id
}

const announce = () => db().$transaction((tx) => announceEvent(tx, 'upload.finished', {}))
const only = () => db().webhookDelivery.findFirstOrThrow()
const answering =
  (status: number): WebhookTransport =>
  async () => ({ kind: 'answer', status, headers: {}, text: '', latencyMs: 1 })

describe('an event', () => {
  it('is announced to the others while a webhook is being deleted', async () => {
    const { id: gone } = await db().webhook.findFirstOrThrow()
    const id = await addWebhook()
    await db().$transaction(async (tx) => {
      await tx.webhook.delete({ where: { id: gone } })
      await announce()
    })
    expect(await db().webhookDelivery.findMany()).toMatchObject([{ webhookId: id }])
  })
})

describe('a delivery', () => {
  it('is sent by another worker when its worker dies halfway, and stays delivered if that one wakes up', async () => {
    await announce()
    let fail = () => {}
    const asleep = deliverDue(
      () =>
        new Promise((resolve) => {
          fail = () => resolve({ kind: 'lost', code: 'timeout', latencyMs: 1 })
        }),
    )
    await expect.poll(async () => (await only()).tries).toBe(1)
    expect(await deliverDue(answering(200))).toBe(0)
    await expireHeartbeats()
    await endBackoff()
    expect(await deliverDue(answering(200))).toBe(1)
    const delivered = await only()
    expect(delivered.deliveredAt).not.toBeNull()
    fail()
    await asleep
    expect(await only()).toEqual(delivered)
    expect(await db().webhook.findFirst()).toMatchObject({ failures: 0 })
  })

  it.each(['too_large', 'timeout', 'connection_lost'])(
    'that was accepted is not repeated, even if the rest of the response is missing: %s',
    async (code) => {
      await announce()
      await deliverDue(async () => ({ kind: 'lost', code, status: 200, latencyMs: 1 }))
      expect(await only()).toMatchObject({ httpStatus: 200, deliveredAt: expect.any(Date), tries: 1 })
    },
  )

  it('that fails at the same time as another turns the webhook off once', async () => {
    await announce()
    await announce()
    const failing = await db().webhookDelivery.findMany()
    await db().webhook.updateMany({ data: { failures: FAILURES_UNTIL_OFF - 1 } })
    const failed = { httpStatus: 500, code: 'http_error', durationMs: 1 } as const
    let settled: Promise<unknown> | undefined
    await db().$transaction(async (tx) => {
      await tx.$executeRaw`select 1 from webhooks for update`
      settled = Promise.all(
        failing.map(({ id, webhookId }) => settleDelivery({ deliveryId: id, webhookId }, failed, 60)),
      )
      await expect.poll(countLockWaits).toBe(2)
    })
    await settled
    expect(await db().webhook.findFirst()).toMatchObject({
      failures: FAILURES_UNTIL_OFF + 1,
      disabledWhy: 'failures',
    })
    expect(await db().auditEntry.count({ where: { action: 'webhook.given_up' } })).toBe(1)
  })

  it('that turns the webhook off while a person saves it as on refuses what they made of the one they saw', async () => {
    const { id } = await db().webhook.findFirstOrThrow()
    const saw = { events: ['upload.finished' as const], on: true }
    let changed: Promise<unknown> | undefined
    await db().$transaction(async (tx) => {
      const given = { failures: FAILURES_UNTIL_OFF, disabledAt: new Date(), disabledWhy: 'failures' }
      await tx.webhook.update({ where: { id }, data: given })
      changed = changeWebhook(id, { ...saw, before: saw }, { kind: 'system' }).catch(({ code }) => code)
      await expect.poll(countLockWaits).toBe(1)
    })
    expect(await changed).toBe('setting_changed')
    await changeWebhook(id, { ...saw, before: { ...saw, on: false } }, { kind: 'system' })
    expect(await db().webhook.findFirst()).toMatchObject({ failures: 0, disabledAt: null })
  })

  it('is queued again, once, when its job is lost', async () => {
    await announce()
    await announce()
    await db().$executeRaw`delete from pgboss.job`
    expect(await requeueDeliveries()).toBe(0)
    await db().$executeRaw`update webhook_deliveries set due_at = now() - interval '2 minutes'`
    expect([await requeueDeliveries(), await requeueDeliveries()]).toEqual([2, 0])
    expect(await deliverDue(answering(200))).toBe(2)
  })

  it('that waits for a webhook to be turned on is kept for 30 days, like one that has ended', async () => {
    const off = await addWebhook()
    await announce()
    const age = (days: number) =>
      db().webhookDelivery.updateMany({
        data: { createdAt: new Date(Date.now() - days * 86_400_000) },
      })
    const kept = async () => (await db().webhookDelivery.findMany()).map(({ webhookId }) => webhookId)
    await db().webhook.update({ where: { id: off }, data: { disabledAt: new Date(), disabledWhy: 'person' } })
    await age(29)
    await forgetDeliveries()
    expect(await kept()).toHaveLength(2)
    await age(31)
    await forgetDeliveries()
    expect(await kept()).toEqual([(await db().webhook.findFirstOrThrow({ where: { disabledAt: null } })).id])
    await deliverDue(answering(200))
    await forgetDeliveries()
    expect(await kept()).toEqual([])
  })

  it('is retried no later than the log says, whatever the clock of the host', async () => {
    await announce()
    for (let n = 0; n < 3; n++) {
      await endBackoff()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
      await deliverDue(answering(500)).finally(() => vi.useRealTimers())
    }
    const [job] = await (await queue()).findJobs('webhook.deliver', { queued: true })
    const left = ((await only()).dueAt?.getTime() ?? 0) - (job?.startAfter.getTime() ?? 0)
    expect(left).toBeGreaterThan(-1_000)
    expect(left).toBeLessThan(41_000)
  })
})
