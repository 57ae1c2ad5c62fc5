import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { db } from '@/lib/platform/db.server'
import { announceEvent } from '@/lib/platform/queue/outbox.server'
import { makeWebhookSecret } from '@/lib/webhooks/sign.server'
import { startQueues } from '@/worker/queues'

const openRequests: ServerResponse[] = []
let delaysResponses = true
const receiver = createServer((_asked, answer) => {
  if (delaysResponses) openRequests.push(answer)
  else answer.end()
})
let workers: PgBoss[] = []

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  process.env.WEBHOOK_ALLOW = origin
  const id = randomUUID()
  const { cipher: secretCipher } = makeWebhookSecret(id)
  const webhook = { id, url: `${origin}/x`, events: ['upload.finished'], createdById: id, secretCipher }
  await db().webhook.create({ data: webhook })
  workers = await Promise.all([startQueues(), startQueues()])
})
afterAll(async () => {
  await Promise.all(workers.map((boss) => boss.stop({ graceful: false })))
  receiver.closeAllConnections()
  await new Promise((done) => receiver.close(done))
})

const announce = () => db().$transaction((tx) => announceEvent(tx, 'upload.finished', {}))
const delivered = () => db().webhookDelivery.count({ where: { deliveredAt: { not: null } } })

it('a receiver gets two deliveries at a time, however many workers there are', async () => {
  for (const open of [1, 2]) {
    await announce()
    await expect.poll(() => openRequests.length, { timeout: 20_000 }).toBe(open)
  }
  for (let n = 0; n < 4; n++) await announce()
  await sleep(2_000)
  expect(openRequests).toHaveLength(2)
  delaysResponses = false
  for (const answer of openRequests) answer.end()
  await expect.poll(delivered, { timeout: 30_000 }).toBe(6)
})
