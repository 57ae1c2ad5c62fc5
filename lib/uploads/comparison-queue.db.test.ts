import { expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { queue } from '@/lib/platform/queue/queue.server'
import { requeueComparisons } from '@/lib/uploads/comparison-queue.server'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'

await insertConnection()

const receive = async (by: Person) => (await receiveUpload(requestOf(linesOf(keptRows(1))), by)).id

it('an upload whose worker died during the comparison is queued again, once', async () => {
  const id = await receive(await insertPerson())
  const jobs = async () => {
    const [row] = await db().$queryRaw<[{ count: number }]>`
      select count(*)::int as count from pgboss.job where name = 'upload.compare' and data ->> 'uploadId' = ${id}`
    return row.count
  }
  await db().$executeRaw`delete from pgboss.job where data ->> 'uploadId' = ${id}`
  await requeueComparisons()
  expect(await jobs()).toBe(0)
  await db().upload.update({ where: { id }, data: { createdAt: new Date(Date.now() - 10_000) } })
  await requeueComparisons()
  await requeueComparisons()
  expect(await jobs()).toBe(1)
  const [job] = await (await queue()).fetch('upload.compare')
  expect(job?.data).toEqual({ uploadId: id })
  await requeueComparisons()
  expect(await jobs()).toBe(1)
  await db().$executeRaw`
    update pgboss.job set heartbeat_on = now() - interval '11 seconds' where data ->> 'uploadId' = ${id}`
  await (await queue()).supervise('upload.compare')
  await requeueComparisons()
  expect(await jobs()).toBe(1)
  const [again] = await (await queue()).fetch('upload.compare', { ignoreStartAfter: true })
  expect(again).toMatchObject({ id: job?.id, retryCount: 1 })
})

it('many uploads of one person wait behind the first uploads of other people', async () => {
  const clerk = await insertPerson()
  const many: string[] = []
  for (let n = 0; n < 3; n++) many.push(await receive(clerk))
  const small = await receive(await insertPerson())
  const order = await db().$queryRaw<{ id: string }[]>`
    select data ->> 'uploadId' as id from pgboss.job where data ->> 'uploadId' = any(${[...many, small]})
     order by priority desc, created_on, id`
  expect(order.map(({ id }) => id)).toEqual([many[0], small, many[1], many[2]])
})
