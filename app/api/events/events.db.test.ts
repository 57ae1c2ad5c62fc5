import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { callUploads, postUpload, readId, rowsNamed } from '@/app/api/uploads/testing/fixtures'
import { closeSession } from '@/lib/auth/session.server'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { hub } from '@/lib/http/hub.server'
import { ownDatabase } from '@/lib/platform/testing/database'
import { sendHeartbeats } from '@/lib/uploads/stream.server'
import { runWorker } from '@/lib/uploads/testing/office'
import { startProvider } from '@/service/testing/start-provider'
import * as events from './route'

vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }))

const provider = await startProvider()
await insertConnection(provider.baseUrl)
const analyst = await insertPerson()
const stranger = await insertPerson()
const reviewer = await insertPerson('reviewer')
afterAll(async () => {
  hub().stop()
})

/** Collects the events of one tab’s stream. */
async function listen(as: Person) {
  const response = await callUploads(events.GET, 'GET', { as })
  const heard: string[] = []
  let ended = false
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  void (async () => {
    for (let read = await reader.read(); !read.done; read = await reader.read())
      heard.push(decoder.decode(read.value))
    ended = true
  })()
  const text = () => heard.join('')
  /** The latest complete message about an upload. */
  const last = () =>
    JSON.parse([...text().matchAll(/event: upload\ndata: (.*)\n\n/g)].at(-1)?.[1] ?? 'null') as unknown
  return { response, text, last, ended: () => ended, close: () => reader.cancel() }
}

describe('GET /api/events', () => {
  it('reports the progress of an upload to its owner and to people who see everything, and to nobody else', async () => {
    const [own, all, other] = await Promise.all([listen(analyst), listen(reviewer), listen(stranger)])
    expect(own.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(own.response.headers.get('cache-control')).toBe('private, no-store, no-transform')
    const id = await readId(await postUpload(rowsNamed(['Ann', 'Ann Close']), analyst))
    await runWorker(id)
    const counts = { match: 1, close_match: 1, waiting: 0 }
    await vi.waitFor(() => expect(own.last()).toMatchObject({ id, total: 2, counts }), 5_000)
    await vi.waitFor(() => expect(all.last()).toMatchObject({ id, counts }), 5_000)
    await vi.waitFor(() => expect(all.text()).toContain('event: review\ndata: {"environment":"live"}'), 5_000)
    expect(other.text()).not.toContain(id)
    expect(own.text()).not.toMatch(/Ann|DE\d\d/)
    await Promise.all([own.close(), all.close(), other.close()])
  })

  it('needs a session, and releases everything when the tab closes', async () => {
    expect((await callUploads(events.GET, 'GET')).status).toBe(401)
    const before = hub().open.size
    const tab = await listen(analyst)
    expect(hub().open.size).toBe(before + 1)
    await tab.close()
    expect(hub().open.size).toBe(before)
  })

  it('is refused beyond fifty of a person, until one of them ends', async () => {
    const tabs = await Promise.all(Array.from({ length: 50 }, () => listen(analyst)))
    const refused = await callUploads(events.GET, 'GET', { as: analyst })
    expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'streams_open' }])
    const other = await listen(stranger)
    await tabs[0]?.close()
    const again = await listen(analyst)
    expect([other.response.status, again.response.status]).toEqual([200, 200])
    await Promise.all([...tabs.slice(1), other, again].map((tab) => tab.close()))
  })

  it('ends with its session, and only then', async () => {
    const visitor = await insertPerson()
    const [gone, stays] = await Promise.all([listen(visitor), listen(analyst)])
    await closeSession(visitor.sid)
    await sendHeartbeats()
    await vi.waitFor(() => expect(gone.ended()).toBe(true))
    expect(stays.ended()).toBe(false)
    await stays.close()
  })

  it('keeps its heartbeat for others when a tab closes', async () => {
    const goes = await listen(analyst)
    const stays = await listen(analyst)
    const beaten = sendHeartbeats()
    await goes.close()
    await beaten
    await vi.waitFor(() => expect(stays.text()).toMatch(/event: workers|\n: \n/))
    await stays.close()
  })

  it('is fed by one connection again after the database was away, however long that was', async () => {
    const tab = await listen(analyst)
    const owner = new pg.Client({ connectionString: ownDatabase().ownerUrl })
    await owner.connect()
    const name = new URL(ownDatabase().ownerUrl).pathname.slice(1)
    const listeners = async () => {
      const { rows } = await owner.query(`
        select pid from pg_stat_activity where datname = current_database() and application_name = 'accord-events'`)
      return rows.length
    }
    await vi.waitFor(async () => expect(await listeners()).toBe(1))
    await owner.query(`alter database ${name} connection limit 0`)
    await owner.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'accord-events'`)
    await vi.waitFor(async () => expect(await listeners()).toBe(0))
    await sleep(2_500)
    await owner.query(`alter database ${name} connection limit -1`)
    await vi.waitFor(async () => expect(await listeners()).toBeGreaterThan(0), 5_000)
    await sleep(1_000)
    expect(await listeners()).toBe(1)
    await tab.close()
    await owner.end()
  })

  it('ends when the process stops', async () => {
    const tab = await listen(analyst)
    for (const close of hub().open) close()
    await vi.waitFor(() => expect(tab.ended()).toBe(true))
  })
})
