import { expect, it } from 'vitest'
import { takeReadSlot } from '@/lib/connections/read-slot.server'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { budgetsSetting } from '@/lib/upstream/budget.server'

const connectionId = await insertConnection()

it('nothing is read at the provider without a slot in the minute: the refusal says how long to wait', async () => {
  await budgetsSetting.save({ single_get: 1 })
  expect(await takeReadSlot(connectionId, 'single_get')).toMatchObject({ connection: { id: connectionId } })
  const refusal = await takeReadSlot(connectionId, 'single_get').catch((error) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect([refusal.status, refusal.code]).toEqual([429, 'local_rate_limited'])
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0)
  // another lane has slots of its own
  expect(await refusalOf(takeReadSlot(connectionId, 'bulk'))).toBe('done')
})

it('what a deleted connection sent can’t be read again', async () => {
  const gone = await insertConnection()
  await db().connection.delete({ where: { id: gone } })
  for (const id of [gone, null])
    await expect(takeReadSlot(id, 'single_get')).rejects.toMatchObject({
      ...{ status: 502, code: 'upstream_unavailable', extra: { reason: 'connection_gone' } },
    })
})
