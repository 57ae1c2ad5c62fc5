// The tables of pg-boss, which belong to the owner as all others do.
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'

/** Makes them in `schema`, or brings them to the version of the package, indexes that it builds aside included. */
export async function prepareQueue(ownerUrl, schema) {
  const boss = new PgBoss({ connectionString: ownerUrl, schema, supervise: false, schedule: false, max: 2 })
  boss.on('error', () => {}) // start() itself says what is wrong
  try {
    await boss.start()
    const busy = ({ status }) => status === 'pending' || status === 'in_progress'
    while ((await boss.getBamStatus()).some(busy)) await sleep(100)
  } finally {
    await boss.stop({ graceful: false })
  }
}
