import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { POST as check } from '@/app/api/verifications/route'
import { insertPerson } from '@/lib/auth/testing/people'
import { listConnections } from '@/lib/connections/queries.server'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { actOnUpload } from '@/lib/uploads/sending/control.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { runWorker } from '@/lib/uploads/testing/office'
import { sendQueued } from '@/lib/verifications/check/send-queued.server'
import { callRoute, resetRateLimits } from '@/lib/verifications/testing/fixtures'
import { LIVE, type RequestHandler, send } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

/** The provider’s own balance. */
let balance = 0

const provider = await startProvider()
const person = await insertPerson()
await insertConnection(provider.baseUrl, 250)
beforeEach(async () => {
  provider.reset()
  await resetRateLimits()
  provider.next(LIVE, ...Array(50).fill(byBalance))
})

/** Accepts a request when the balance covers all of it, as in the specification (4.2, 4.4). */
const byBalance: RequestHandler = (hit, response) => {
  if (hit.method === 'GET')
    return send(response, 200, { id: hit.path.split('/').at(-1), status: 'processing' })
  const { verifications } = JSON.parse(hit.body || '{}') as { verifications?: unknown[] }
  const checks = verifications?.length ?? 1
  if (checks > balance) return send(response, 403, { code: 'insufficient_credits', message: 'No.' })
  balance -= checks
  const id = randomUUID()
  return verifications
    ? send(response, 200, { id, status: 'accepted', total_items: checks })
    : send(response, 200, { id, status: 'completed', match_result: 'match' })
}
let from = 0
const upload = async (rows: number) => {
  from += 1_000
  return (await receiveUpload(requestOf(linesOf(keptRows(rows, from))), person)).id
}
const stateOf = async (id: string) => {
  const { status, pauseReason } = await readUpload(id, person.actor)
  return [status, pauseReason]
}
const single = async () => {
  const body = { iban: 'FR7630006000011234567890189', name: 'Marie Curie', environment: 'live' }
  const answer = await callRoute(check, 'POST', '/api/verifications', {
    as: await insertPerson(),
    body,
  })
  return [answer.status, answer.body.code ?? answer.body.outcome]
}
const stopped = async () => (await listConnections()).find(({ active }) => active)?.stopped

describe('an upload that costs more than the balance', () => {
  it('waits alone: single checks and cheaper uploads continue, more expensive ones do not', async () => {
    balance = 120
    const [dear, dearer, cheap] = [await upload(200), await upload(250), await upload(100)]
    await runWorker(dear, 1)
    await runWorker(dearer, 1)
    expect(await stateOf(dear)).toEqual(['paused', 'credits'])
    expect(await stateOf(dearer)).toEqual(['paused', 'credits'])
    expect(provider.count(LIVE)).toBe(1)
    expect(await single()).toEqual([200, 'match'])
    expect(await single()).toEqual([200, 'match'])
    await runWorker(cheap, 1)
    expect(await stateOf(cheap)).toEqual(['processing', null])
    expect(balance).toBe(18)
    expect(await stopped()).toEqual({
      code: 'credits_exhausted',
      since: expect.any(String),
      size: 200,
      waitsForPerson: true,
    })
    for (const id of [dear, dearer, cheap]) await actOnUpload(id, 'stop', person)
  })

  it('holds no other upload back once it is stopped; another held one can be resumed and probes', async () => {
    balance = 120
    const [dear, held] = [await upload(130), await upload(140)]
    await runWorker(dear, 1)
    await runWorker(held, 1)
    expect(await stopped()).toMatchObject({ size: 130 })
    await actOnUpload(dear, 'stop', person)
    expect(await stopped()).toBeNull()
    expect(await stateOf(held)).toEqual(['paused', 'credits'])
    balance = 140
    await actOnUpload(held, 'resume', person)
    await runWorker(held, 1)
    expect([balance, await stateOf(held)]).toEqual([0, ['processing', null]])
    const entries = await db().auditEntry.findMany({
      where: { action: { startsWith: 'connection.paying' } },
      orderBy: { seq: 'desc' },
      take: 2,
    })
    expect(entries.map(({ action }) => action)).toEqual([
      'connection.paying_resumed',
      'connection.paying_stopped',
    ])
    expect(entries[0]?.details).toEqual({ uploadId: dear })
    expect(entries[1]?.details).toEqual({ code: 'credits_exhausted', checks: 130 })
  })

  it('does not clear a later hold caused by a single check', async () => {
    balance = 0
    const dear = await upload(20)
    await runWorker(dear, 1)
    expect(await single()).toEqual([402, 'credits_exhausted'])
    await actOnUpload(dear, 'stop', person)
    expect(await stopped()).toMatchObject({ size: 1 })
    const hits = provider.count(LIVE)
    expect(await single()).toEqual([402, 'credits_exhausted'])
    expect(provider.count(LIVE)).toBe(hits)
  })

  it('resumed together with another one makes the other one queue, not pause', async () => {
    balance = 40
    const [one, two] = [await upload(50), await upload(60)]
    await runWorker(one, 1)
    await runWorker(two, 1)
    balance = 1_000
    await actOnUpload(one, 'resume', person)
    await actOnUpload(two, 'resume', person)
    await db().$executeRaw`update breakers set probe_at = clock_timestamp(), probe_call = 0`
    await runWorker(two, 1)
    expect(await stateOf(two)).toEqual(['processing', null])
    await db().$executeRaw`update breakers set probe_at = null, probe_call = null`
    await runWorker(one, 1)
    expect(await stopped()).toBeNull()
    await db().bulk.updateMany({ where: { uploadId: two }, data: { nextPollAt: null } })
    await runWorker(two, 1)
    expect(balance).toBe(1_000 - 50 - 60)
  })

  it('lets the checks of several people wait for its probe, and then all are sent', async () => {
    balance = 10
    const dear = await upload(20)
    await runWorker(dear, 1)
    const answers = await Promise.all(Array.from({ length: 4 }, single))
    for (let n = 0; n < 4; n++) await sendQueued(randomUUID())
    expect(answers.map(([status]) => status).every((status) => status === 200 || status === 202)).toBe(true)
    expect(balance).toBe(6)
    await actOnUpload(dear, 'stop', person)
  })
})
