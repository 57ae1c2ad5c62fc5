import { PgBoss } from 'pg-boss'
import { expect, it } from 'vitest'
import { ownDatabase } from '@/lib/platform/testing/database'
import { prepareQueue } from './queue.mjs'

const { url, ownerUrl } = ownDatabase()

it('a schedule of a queue that this version no longer has is removed', async () => {
  const boss = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false })
  await boss.start()
  const settings = { policy: 'standard', retryLimit: 0 }
  await prepareQueue(ownerUrl, 'pgboss', { kept: settings, old: settings })
  for (const name of ['kept', 'old']) await boss.schedule(name, '* * * * *')
  await prepareQueue(ownerUrl, 'pgboss', { kept: settings })
  expect((await boss.getSchedules()).map(({ name }) => name)).toEqual(['kept'])
  await boss.stop({ graceful: false })
})

it('a queue is created again when an earlier version created it with another policy; other settings are changed in place', async () => {
  const boss = await new PgBoss({
    ...{ connectionString: url, migrate: false, createSchema: false, supervise: false, schedule: false },
  }).start()
  const prepare = (policy: string, retryLimit: number) =>
    prepareQueue(ownerUrl, 'pgboss', { changed: { policy, retryLimit } })
  await prepare('standard', 0)
  await boss.send('changed', {})
  await prepare('standard', 1)
  expect((await boss.findJobs('changed')).length).toBe(1)
  await prepare('short', 3)
  expect(await boss.getQueue('changed')).toMatchObject({ policy: 'short', retryLimit: 3 })
  expect(await boss.findJobs('changed')).toEqual([])
  await boss.stop({ graceful: false })
})
