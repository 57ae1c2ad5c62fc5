import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { POST } from '@/app/api/verifications/route'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { ownDatabase, queryAsOwner } from '@/lib/platform/testing/database'
import { reap } from '@/lib/verifications/check/sweep.server'
import { callRoute, resetRateLimits } from '@/lib/verifications/testing/fixtures'
import { LIVE, send } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

let analyst: Person
/** a connection of its own: what it does to the database must not depend on the product’s pool */

const provider = await startProvider()
await insertConnection(provider.baseUrl)
const admin = new pg.Client({ connectionString: ownDatabase().ownerUrl })
await admin.connect()
afterAll(async () => {
  await admin.end()
})
beforeEach(async () => {
  provider.reset()
  analyst = await insertPerson()
  await resetRateLimits()
})
afterEach(async () => {
  await writable()
  // the pool must not give the next test a broken connection
  await db().$disconnect()
})

const setReadOnly = async (value: 'on' | 'off') => {
  const { rows } = await admin.query('select current_database() as name')
  await admin.query(`alter database "${rows[0].name}" set default_transaction_read_only = ${value}`)
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
}
const readOnly = () => setReadOnly('on')
const writable = async () => {
  await admin.query('set default_transaction_read_only = off')
  await setReadOnly('off')
}

const check = () =>
  callRoute(POST, 'POST', '/api/verifications', {
    as: analyst,
    body: { iban: 'FR7630006000011234567890189', name: 'Marie Curie', environment: 'live' },
  })

describe('a read-only database', () => {
  it('refuses a check with 503 before anything is sent', async () => {
    await readOnly()
    const answer = await check()
    expect([answer.status, answer.body.code]).toEqual([503, 'storage_unavailable'])
    expect(answer.headers.get('retry-after')).toBe('5')
    expect(provider.count(LIVE)).toBe(0)
  })

  it('during a request loses no response: it is stored when writes are possible again', async () => {
    provider.next(LIVE, async (_hit, response) => {
      await readOnly()
      send(response, 200, { id: randomUUID(), status: 'completed', match_result: 'no_match' })
      setTimeout(() => void writable(), 400)
    })
    const { status, body } = await check()
    expect([status, body.matchResult]).toEqual([200, 'no_match'])
    expect(provider.count(LIVE)).toBe(1)
  })
})

describe('a process that is frozen in a transaction', () => {
  it('is disconnected by the database, so that its locks do not block others for long', async () => {
    const [row] = await db().$queryRaw<{ value: string }[]>`
      select current_setting('idle_in_transaction_session_timeout') as value`
    expect(row?.value).toBe('10s')
  })
})

describe('overdue checks', () => {
  it('become unknown although one of them cannot be settled', async () => {
    const ids: string[] = []
    for (let n = 0; n < 3; n++) ids.push(String((await check()).body.id))
    await db().$executeRaw`delete from credit_entries`
    // simulates a process that died while sending
    await queryAsOwner('alter table attempts disable trigger user')
    await db().$executeRaw`
      update attempts set state = 'sending', send_deadline = now() - interval '1 minute', ended_at = null
       where verification_id = any(${ids}::uuid[])`
    await queryAsOwner('alter table attempts enable trigger user')
    const [bad, ...good] = ids as [string, string, string]
    await admin.query(`
      create function refuse_one() returns trigger language plpgsql as $$ begin
        if exists (select 1 from attempts where id = new.attempt_id and verification_id = '${bad}') then
          raise exception 'this one not';
        end if;
        return new; end $$;
      create trigger refuse_one before insert on credit_entries for each row execute function refuse_one()`)
    expect(await reap()).toBe(2)
    const states = await db().attempt.findMany({ where: { verificationId: { in: good } } })
    expect(states.map(({ state }) => state)).toEqual(['unknown', 'unknown'])
    await admin.query('drop trigger refuse_one on credit_entries')
    expect(await reap()).toBe(1)
  })
})
