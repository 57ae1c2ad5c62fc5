import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { describe, expect, it, vi } from 'vitest'
import { db } from '@/lib/platform/db.server'
import { enqueue, queue, runJobNow } from '@/lib/platform/queue/queue.server'
import { QUEUES, type QueueName } from '@/lib/platform/queue/queues'
import { ownDatabase, queryAsOwner } from '@/lib/platform/testing/database'

const { url } = ownDatabase()

const dies = (name: QueueName) =>
  queryAsOwner(`update pgboss.job set heartbeat_on = now() - interval '1 minute' where name = '${name}'`)
const send = (attemptId: string) => db().$transaction((tx) => enqueue(tx, 'check.send', { attemptId }))

describe('the queues', () => {
  it('are created by their owner, each with its policy', async () => {
    const made = await (await queue()).getQueues(Object.keys(QUEUES))
    const policies = Object.fromEntries(made.map(({ name, policy }) => [name, policy]))
    expect(policies).toEqual(
      Object.fromEntries(Object.entries(QUEUES).map(([name, { policy }]) => [name, policy])),
    )
  })
})

describe('a paid job', () => {
  it('is queued once, but can be queued again while a dead worker still holds it', async () => {
    const id = randomUUID()
    expect(await send(id)).not.toBeNull()
    expect(await send(id)).toBeNull()
    const boss = await queue()
    expect((await boss.fetch('check.send')).map(({ data }) => data)).toEqual([{ attemptId: id }])
    expect(await send(id)).not.toBeNull()
    await dies('check.send')
    await boss.supervise('check.send')
    // the queue never hands it out again: only the newly queued job is left
    expect(await boss.fetch('check.send', { batchSize: 5, ignoreStartAfter: true })).toHaveLength(1)
  })
})

it('a job that is made due now is due where the clock of the host is ahead', async () => {
  const attemptId = randomUUID()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  await db()
    .$transaction((tx) => runJobNow(tx, 'check.send', { attemptId }))
    .finally(() => vi.useRealTimers())
  expect((await (await queue()).fetch('check.send')).map(({ data }) => data)).toEqual([{ attemptId }])
})

const REPEATED = (Object.keys(QUEUES) as QueueName[]).filter((name) => QUEUES[name].policy === 'exclusive')

describe.each(REPEATED)('%s', (name) => {
  it('is queued or active only once, and retried when its worker dies', async () => {
    const boss = await queue()
    expect(await boss.send(name, {})).not.toBeNull()
    expect(await boss.send(name, {})).toBeNull()
    const [job] = await boss.fetch(name)
    expect(await boss.send(name, {})).toBeNull()
    await dies(name)
    await boss.supervise(name)
    const [again] = await boss.fetch(name, { ignoreStartAfter: true })
    expect(again).toMatchObject({ id: job?.id, retryCount: 1 })
    await boss.complete(name, job?.id ?? '')
  })
})

it('a minutely schedule creates one job a minute, however many workers run the scheduler', async () => {
  const look = () => queryAsOwner('update pgboss.version set cron_on = null')
  const options = { connectionString: url, migrate: false, createSchema: false, cronWorkerIntervalSeconds: 1 }
  const workers = [new PgBoss(options), new PgBoss(options), new PgBoss(options)]
  await (await queue()).schedule('audit.watch', '* * * * *', null, { tz: 'Europe/Paris' })
  for (const worker of workers) {
    await look()
    await worker.start()
    const claimed = () => queryAsOwner<{ at: Date | null }>('select cron_on as at from pgboss.version')
    await expect.poll(async () => (await claimed())[0]?.at ?? null).not.toBeNull()
  }
  const made = () =>
    queryAsOwner<{ jobs: number; minutes: number }>(
      `select count(*)::int as jobs, count(distinct singleton_on)::int as minutes
         from pgboss.job where name = '__pgboss__send-it'`,
    )
  await expect.poll(async () => (await made())[0]?.jobs).toBeGreaterThan(0)
  for (const worker of workers) await worker.stop({ graceful: false })
  const [counts] = await made()
  expect(counts?.jobs).toBe(counts?.minutes)
})
