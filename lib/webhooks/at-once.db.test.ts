import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { record } from '@/lib/audit/record.server'
import { insertPerson } from '@/lib/auth/testing/people'
import { db, type Tx } from '@/lib/platform/db.server'
import { announceEvent } from '@/lib/platform/queue/outbox.server'
import { actsWaiting, lockAuditLog } from '@/lib/platform/testing/locks'
import { changeWebhook, createWebhook, deleteWebhook } from '@/lib/webhooks/change.server'
import { settleDelivery } from '@/lib/webhooks/deliver.server'
import { makeWebhookSecret } from '@/lib/webhooks/sign.server'

const by = await insertPerson('admin')
const FAILED = { httpStatus: 500, code: 'status', durationMs: 1 }
let id = ''

beforeEach(async () => {
  await db().webhook.deleteMany()
  id = randomUUID()
  const { cipher: secretCipher } = makeWebhookSecret(id)
  const webhook = { id, url: 'https://erp.example.com', events: ['upload.finished'], createdById: by.id }
  await db().webhook.create({ data: { ...webhook, secretCipher } })
})

const finish = () =>
  db().$transaction(async (tx) => {
    await announceEvent(tx, 'upload.finished', {})
    await record({ by: { kind: 'system' }, action: 'upload.finished' }, tx)
  })
const remove = () => deleteWebhook(id, by.auditActor)
const lockWebhook = (tx: Tx) => tx.$executeRaw`select from webhooks where id = ${id}::uuid for update`
const failing = async () => {
  await finish()
  const { id: deliveryId } = await db().webhookDelivery.findFirstOrThrow({ where: { webhookId: id } })
  return () => settleDelivery({ deliveryId, webhookId: id }, FAILED, 60)
}

it('a webhook is deleted while an event of it is announced, without a deadlock', async () => {
  expect(await actsWaiting(lockAuditLog, [remove, finish])).toEqual(['done', 'done'])
  expect(await db().webhookDelivery.count()).toBe(0)
})

it('a webhook is deleted while another one is added, without a deadlock', async () => {
  const add = () => createWebhook({ url: 'https://other.example.com', events: ['upload.finished'] }, by)
  expect(await actsWaiting(lockAuditLog, [remove, add])).toEqual(['done', 'done'])
  expect(await db().webhook.findMany()).toMatchObject([{ url: 'https://other.example.com' }])
})

it('a webhook is deleted while a delivery fails, without a deadlock', async () => {
  expect(await actsWaiting(lockWebhook, [remove, await failing()])).toEqual(['done', 'done'])
  expect(await db().webhookDelivery.count()).toBe(0)
})

it('a webhook is turned on while a delivery fails, without a deadlock', async () => {
  const fail = await failing()
  await db().webhook.update({ where: { id }, data: { disabledAt: new Date(), disabledWhy: 'failures' } })
  const [on, off] = [true, false].map((is) => ({ events: ['upload.finished' as const], on: is }))
  const turnOn = () => changeWebhook(id, { ...on, before: off } as never, by.auditActor)
  expect(await actsWaiting(lockWebhook, [turnOn, fail])).toEqual(['done', 'done'])
  expect(await db().webhook.findFirst()).toMatchObject({ failures: 1, disabledAt: null })
})
