import type pg from 'pg'
import { Prisma, poolExecutor } from '@/lib/platform/db.server'
import { ownDatabase, queryAsOwner } from '@/lib/platform/testing/database'

/**
 * Measures the CPU time of PostgreSQL for each statement of this process, which doesn't depend on other load of
 * the machine. Call it before the first statement.
 * @returns a growing list of the CPU seconds of every step (parse, plan, execute)
 */
export async function watchProcessor(): Promise<number[]> {
  const name = new URL(ownDatabase().url).pathname.slice(1)
  for (const setting of ['log_statement_stats = on', 'client_min_messages = log', 'log_min_messages = fatal'])
    await queryAsOwner(`alter database ${name} set ${setting}`)
  const used: number[] = []
  const watched = new WeakSet<pg.PoolClient>()
  await poolExecutor.$queryRaw(Prisma.sql`select 1`)
  const { accordPool } = globalThis as unknown as { accordPool: pg.Pool }
  accordPool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    client.on('notice', ({ detail = '' }) => {
      const [, user, system] = /([\d.]+) s user, ([\d.]+) s system/.exec(detail) ?? []
      if (user) used.push(Number(user) + Number(system))
    })
  })
  return used
}
