import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Actor } from '@/lib/auth/roles'
import { factorSetting } from '@/lib/auth/second-factor.server'
import { insertPerson } from '@/lib/auth/testing/people'
import { hub } from '@/lib/http/hub.server'
import { db } from '@/lib/platform/db.server'
import { queryAsOwner } from '@/lib/platform/testing/database'
import { eventStream, sendHeartbeats } from '@/lib/uploads/stream.server'

beforeAll(() => db().$executeRaw`delete from worker_heartbeats`)
afterAll(async () => {
  hub().stop()
})

const somebody = async () => (await insertPerson()).actor

/** A tab: what it has received so far, and whether its stream has ended. */
async function tab(actor: Actor) {
  const { body } = eventStream(actor, new AbortController().signal)
  const seen = { text: '', over: false }
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const piece of body as unknown as AsyncIterable<Uint8Array>) seen.text += decoder.decode(piece)
    seen.over = true
  })()
  await hub().ready
  return { seen, reading }
}

it('a stream ends as soon as its session ends, or its person is deactivated or gets other roles; the others continue', async () => {
  const ends: ((actor: Actor) => Promise<unknown>)[] = [
    ({ sessionId: id }) => db().session.update({ where: { id }, data: { revokedAt: new Date() } }),
    ({ id }) => db().user.update({ where: { id }, data: { disabledAt: new Date() } }),
    ({ id }) => db().user.update({ where: { id }, data: { roles: ['analyst', 'reviewer'] } }),
  ]
  const other = await tab(await somebody())
  for (const end of ends) {
    const actor = await somebody()
    const { reading } = await tab(actor)
    await end(actor)
    await reading
  }
  await sendHeartbeats()
  expect(other.seen.over).toBe(false)
})

it('the heartbeat ends the streams of expired sessions', async () => {
  const actor = await somebody()
  const { reading } = await tab(actor)
  await db()
    .$executeRaw`update sessions set created_at = now() - interval '9 hours' where id = ${actor.sessionId}::uuid`
  await sendHeartbeats()
  await reading
})

it('the heartbeat ends the streams of people whose change of roles was not notified', async () => {
  const actor = await somebody()
  const { reading } = await tab(actor)
  await queryAsOwner(`
    set session_replication_role = replica;
    update users set roles = '{admin}' where id = '${actor.id}'`)
  await sendHeartbeats()
  await reading
})

it('the heartbeat tells every tab once when workers fall silent, and once when one is back', async () => {
  const { seen } = await tab(await somebody())
  const told = () => seen.text.match(/event: workers\ndata: .*/g) ?? []
  await sendHeartbeats()
  await sendHeartbeats()
  await expect.poll(told).toEqual(['event: workers\ndata: {"heard":false}'])
  await db().$executeRaw`insert into worker_heartbeats (id, seen_at) values (gen_random_uuid(), now())`
  await sendHeartbeats()
  await sendHeartbeats()
  await expect.poll(told).toEqual([expect.any(String), 'event: workers\ndata: {"heard":true}'])
  await expect.poll(() => seen.text.endsWith(': \n\n')).toBe(true)
})

it('the heartbeat ends the streams of people who need a second factor from now on', async () => {
  const { reading } = await tab(await somebody())
  await factorSetting.save(['analyst'])
  await sendHeartbeats()
  await reading
})
