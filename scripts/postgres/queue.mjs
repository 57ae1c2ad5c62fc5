// The tables of pg-boss and its queues, which belong to the owner as all others do.
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'

/**
 * Makes the tables in `schema`, or brings them to the version of the package, indexes that it builds aside included, and
 * the queues with their settings.
 */
export async function prepareQueue(ownerUrl, schema, queues = {}) {
  const boss = new PgBoss({ connectionString: ownerUrl, schema, supervise: false, schedule: false, max: 2 })
  boss.on('error', () => {}) // start() itself says what is wrong
  try {
    await boss.start()
    const busy = ({ status }) => status === 'pending' || status === 'in_progress'
    while ((await boss.getBamStatus()).some(busy)) await sleep(100)
    for (const [name, settings] of Object.entries(queues)) await ensureQueue(boss, name, settings)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** A policy is decided when a queue is made. Made anew it loses its jobs, which the sweeps find in our own tables. */
async function ensureQueue(boss, name, settings) {
  const { policy, ...others } = settings
  const before = await boss.getQueue(name)
  if (before?.policy === policy) return boss.updateQueue(name, others)
  if (before) await boss.deleteQueue(name)
  await boss.createQueue(name, settings)
}
