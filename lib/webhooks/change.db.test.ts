import { expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { countLockWaits } from '@/lib/platform/testing/locks'
import { codeOf } from '@/lib/platform/testing/refusals'
import { createWebhook, deleteWebhook } from '@/lib/webhooks/change.server'
import { MAX_WEBHOOKS } from '@/lib/webhooks/schema'

const by = await insertPerson('admin')
const add = () => createWebhook({ url: 'https://erp.example.com', events: ['upload.finished'] }, by)

it('there are at most twenty webhooks, also when the last two are added at the same time', async () => {
  for (let n = 1; n < MAX_WEBHOOKS; n++) await add()
  const stored = await db().webhook.findFirstOrThrow()
  const { id: _, ...data } = stored
  const { second } = await db().$transaction(async (tx) => {
    await tx.webhook.create({ data })
    const second = codeOf(add())
    await expect.poll(countLockWaits).toBe(1)
    return { second }
  })
  expect(await second).toBe('webhooks_full')
  await deleteWebhook(stored.id, by.auditActor)
  expect(await codeOf(add())).toBe('done')
})
