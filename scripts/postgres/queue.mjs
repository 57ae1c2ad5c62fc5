// The tables of pg-boss and its queues, which belong to the owner like all others.
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'

/**
 * Creates the tables in `schema` or migrates them to the version of the package, including the indexes that it builds
 * asynchronously, creates the queues with their settings, and removes the schedules of queues that are no longer listed.
 */
export async function prepareQueue(ownerUrl, schema, queues = {}) {
  const boss = new PgBoss({ connectionString: ownerUrl, schema, supervise: false, schedule: false, max: 2 })
  boss.on('error', () => {}) // start() reports the error
  try {
    await boss.start()
    const busy = ({ status }) => status === 'pending' || status === 'in_progress'
    while ((await boss.getBamStatus()).some(busy)) await sleep(100)
    for (const [name, settings] of Object.entries(queues)) await ensureQueue(boss, name, settings)
    // not in a worker: one of an earlier version would remove the schedules of a later one
    for (const { name } of await boss.getSchedules()) if (!(name in queues)) await boss.unschedule(name)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/**
 * The policy is fixed when a queue is created. A queue that is created again loses its jobs, which the sweeps recreate
 * from our own tables.
 */
async function ensureQueue(boss, name, settings) {
  const { policy, ...others } = settings
  const before = await boss.getQueue(name)
  if (before?.policy === policy) return boss.updateQueue(name, others)
  if (before) await boss.deleteQueue(name)
  await boss.createQueue(name, settings)
}
