import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { ownDatabase, queryAsOwner } from '@/lib/platform/testing/database'

// a limit in the connection URL overrides the default, so that the test needn't wait half a minute
const { url } = ownDatabase()
process.env.DATABASE_URL = `${url}?statement_timeout=400`

// defaults of a server elsewhere
for (const other of [
  "timezone to 'Europe/Paris'",
  "datestyle to 'German'",
  "default_transaction_isolation to 'serializable'",
])
  await queryAsOwner(`alter database ${new URL(url).pathname.slice(1)} set ${other}`)

const { connectionOf } = await import('@/lib/platform/backend.server')
const { db, poolExecutor, setStatementTimeout, Prisma, violatedConstraint } = await import(
  '@/lib/platform/db.server'
)
const { logger } = await import('@/lib/platform/log/logger.server')
const { queue } = await import('@/lib/platform/queue/queue.server')
const { isDatabaseUnavailable } = await import('@/lib/platform/storage.server')

const own = new pg.Pool(connectionOf('test'))
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  await own.end()
})

const NAMES = [
  ...['timezone', 'datestyle', 'default_transaction_isolation'],
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'client_connection_check_interval',
  'tcp_keepalives_idle',
  'tcp_keepalives_interval',
  'tcp_keepalives_count',
]
const SETTINGS = `select ${NAMES.map((name) => `current_setting('${name}') as ${name}`).join()}`
const LIMITED = {
  ...{ timezone: 'UTC', datestyle: 'ISO, MDY', default_transaction_isolation: 'read committed' },
  statement_timeout: '400ms',
  lock_timeout: '15s',
  idle_in_transaction_session_timeout: '10s',
  client_connection_check_interval: '5s',
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '2',
}

const person = { email: 'twice@accord.test', name: 'A' }
const uploadOf = (createdById: string) => ({
  ...{ fileName: 'a.csv', fileHash: 'f', reading: {}, fileRows: 0, total: 0, notSent: 0, createdById },
})

describe('a refusal of the database', () => {
  it('names its constraint, through Prisma and the driver alike', async () => {
    const { id } = await db().user.create({ data: person })
    const again = Prisma.sql`insert into users (id, email, name) values (gen_random_uuid(), ${person.email}, 'B')`
    for (const refused of [
      () => db().user.create({ data: person }),
      () => db().$executeRaw(again),
      () => db().$transaction((tx) => tx.$executeRaw(again)),
      () => poolExecutor.$queryRaw(again),
    ])
      expect(await refused().catch(violatedConstraint)).toBe('users_email_key')
    for (const refused of [
      () => db().upload.create({ data: { ...uploadOf(id), knownRows: 1 } }),
      () => db().$transaction((tx) => tx.upload.create({ data: { ...uploadOf(id), knownRows: 1 } })),
    ])
      expect(await refused().catch(violatedConstraint)).toBe('uploads_known_rows')
    const elsewhere = db().upload.create({ data: uploadOf(randomUUID()) })
    expect(await elsewhere.catch(violatedConstraint)).toBe('uploads_created_by_id_fkey')
  })

  it('is distinguished from an error in the statement', async () => {
    const wrong = await poolExecutor.$queryRaw(Prisma.sql`select 1 / 0`).catch((error: unknown) => error)
    expect(violatedConstraint(wrong)).toBeNull()
    expect(violatedConstraint(new Error('duplicate key 23505'))).toBeNull()
  })
})

describe('a connection of web or worker', () => {
  it('has timeouts, and a backend that notices a lost client within ten seconds', async () => {
    expect(await poolExecutor.$queryRaw(Prisma.raw(SETTINGS))).toEqual([LIMITED])
    expect(await db().$queryRawUnsafe(SETTINGS)).toEqual([LIMITED])
    const boss = (await queue()).getDb()
    expect((await boss.executeSql(SETTINGS)).rows).toEqual([LIMITED])
    const unlimited = { ...connectionOf('test'), connectionString: url }
    const usual = new pg.Pool(unlimited)
    expect((await usual.query(SETTINGS)).rows).toEqual([{ ...LIMITED, statement_timeout: '30s' }])
    await usual.end()
  })

  it('stores and reads moments as they are, whatever the time zone of the server', async () => {
    const createdAt = new Date('2026-07-01T12:00:00Z')
    const { id } = await db().user.create({ data: { email: 'zone@accord.test', name: 'A', createdAt } })
    const stored = Prisma.sql`select created_at as at, extract(epoch from created_at)::int as seconds
      from users where id = ${id}::uuid`
    const expected = [{ at: createdAt, seconds: createdAt.getTime() / 1000 }]
    expect(await poolExecutor.$queryRaw(stored)).toEqual(expected)
    expect(await db().$queryRaw(stored)).toEqual(expected)
    expect(await db().user.findUnique({ where: { id } })).toMatchObject({ createdAt })
  })

  it.each([
    ['a plain one', () => poolExecutor.$queryRaw(Prisma.sql`select ${'a value'} as given, pg_sleep(20)`)],
    ['one of Prisma', () => db().$queryRaw`select ${'a value'} as given, pg_sleep(20)`],
    [
      'one of a transaction',
      () => db().$transaction((tx) => tx.$queryRaw`select ${'a value'} as given, pg_sleep(20)`),
    ],
  ])('cancels a statement that takes too long, %s, logs which one and suggests a retry', async (_, run) => {
    const warned = vi.spyOn(logger, 'warn').mockImplementation(() => {})
    const error = await run().catch((caught: unknown) => caught)
    expect(isDatabaseUnavailable(error)).toBe(true)
    expect(warned).toHaveBeenCalledExactlyOnceWith(
      { code: '57014', statement: 'select $1 as given, pg_sleep(20)' },
      'a statement was ended by its limit',
    )
  })

  it('allows a longer timeout for one named transaction, and for none after it', async () => {
    await db().$transaction(async (tx) => {
      await setStatementTimeout(tx, 5)
      await tx.$executeRaw`select pg_sleep(0.6)`
    })
    await expect(db().$executeRaw`select pg_sleep(0.6)`).rejects.toThrow('57014')
  })

  it('stops computing when its client is gone', async () => {
    const client = (await own.connect()) as pg.PoolClient & { connection: { stream: { destroy(): void } } }
    client.on('error', () => {})
    const { rows } = await client.query('select pg_backend_pid() as pid')
    await client.query('set statement_timeout = 0')
    const gone = client.query('select pg_sleep(60)').catch(() => {})
    const alive = async () =>
      (
        await poolExecutor.$queryRaw<object[]>(
          Prisma.sql`select 1 from pg_stat_activity where pid = ${rows[0].pid}::int and state = 'active'`,
        )
      ).length
    await expect.poll(alive).toBe(1)
    client.connection.stream.destroy()
    await gone
    client.release(true)
    await expect.poll(alive, { timeout: 10_000 }).toBe(0)
  })
})
