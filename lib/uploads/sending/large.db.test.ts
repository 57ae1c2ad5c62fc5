import { afterEach, describe, expect, it, vi } from 'vitest'
import { ownDatabase } from '@/lib/platform/testing/database'

// a bad join order takes minutes; the timeout fails such a statement
process.env.DATABASE_URL = `${ownDatabase().url}?statement_timeout=10000`

const { db } = await import('@/lib/platform/db.server')
const { logger } = await import('@/lib/platform/log/logger.server')
const { readProgress, readUpload } = await import('@/lib/uploads/queries.server')
const { actOnUpload } = await import('@/lib/uploads/sending/control.server')
const { sendBulk } = await import('@/lib/uploads/sending/send.server')
const { reapBulks, requeueBulks } = await import('@/lib/uploads/sending/sweep.server')
const { clearPlannerStatistics, insertLargeUpload } = await import('@/lib/uploads/testing/large')
const { acceptLate, pollDueBulks } = await import('@/lib/uploads/testing/office')
const { insertConnection } = await import('@/lib/connections/testing/connection')
const { insertPerson } = await import('@/lib/auth/testing/people')
const { startProvider } = await import('@/service/testing/start-provider')

/** The most rows of an upload; the short form has fewer. */
const ROWS = process.env.LONG ? 100_000 : 20_000

const look = () => readUpload(id, analyst.actor)
const bulk = async (number: number) => (await look()).bulks[number - 1]
const send = async (number: number) => sendBulk((await bulk(number))?.id ?? '')
const due = () =>
  db().$executeRaw`update bulks set next_poll_at = now() where state in ('accepted', 'processing')`

const warned = vi.spyOn(logger, 'warn').mockImplementation(() => {})
afterEach(() => {
  expect(warned.mock.calls.filter(([, said]) => /by its limit/.test(String(said)))).toEqual([])
})
const provider = await startProvider()
const analyst = await insertPerson()
const id = await insertLargeUpload(ROWS, analyst.actor.id, await insertConnection(provider.baseUrl))
await clearPlannerStatistics()

describe('an upload of very many rows that the planner’s statistics show as empty', {
  timeout: 30_000,
}, () => {
  it('is queued and sent', async () => {
    expect(await requeueBulks()).toBe(1)
    expect(await send(1)).toBe('accepted')
    expect(await reapBulks()).toBe(0)
  })

  it('gets its answers, some at every poll', async () => {
    provider.itemsPerPoll = 1_000
    for (const answered of [1_000, 2_000]) {
      await due()
      expect(await pollDueBulks()).toBe(1)
      expect(await bulk(1)).toMatchObject({ answered })
    }
    expect(await look()).toMatchObject({
      counts: { match: 1_900, close_match: 100, waiting: ROWS - 2_000 },
      toReview: 100,
    })
    expect(await readProgress([id])).toHaveLength(1)
  })

  it('loses a response and recovers it', async () => {
    provider.bulkModes = ['accept_then_lose']
    expect(await send(2)).toBe('unknown')
    expect((await look()).counts).toMatchObject({ unknown: 2_000, waiting: ROWS - 4_000 })
    const lost = await bulk(2)
    const sent = { attemptId: lost?.attempt?.id ?? '', bulkId: lost?.id ?? '' }
    expect(await acceptLate(sent, provider.ledger.at(-1)?.id ?? '', 2_000)).toBe(true)
    expect(await look()).toMatchObject({
      status: 'processing',
      counts: { unknown: 0, waiting: ROWS - 2_000 },
    })
  })

  it('is refused for a batch, slowed down, paused, resumed and stopped', async () => {
    provider.bulkModes = ['reject', 'limit']
    expect(await send(3)).toBe('rejected')
    expect(await send(4)).toBe('not_sent')
    expect(await look()).toMatchObject({ notSent: 2_000, total: ROWS - 2_000 })
    for (const act of ['pause', 'resume'] as const) await actOnUpload(id, act, analyst)
    // a stop updates all remaining rows at once and may take its time: here those of two batches
    await db().$executeRaw`update bulks set state = 'accepted' where number between 5 and ${ROWS / 2_000 - 1}`
    await actOnUpload(id, 'stop', analyst)
    expect(await look()).toMatchObject({ status: 'stopped', notSent: 6_000 })
  })
})
