import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '@/lib/platform/db.server'
import { admissionNow, admit, takeRetry } from '@/lib/upstream/breaker.server'
import { budgetsSetting, takeSlot } from '@/lib/upstream/budget.server'
import { getSingle, postSingle } from '@/lib/upstream/client.server'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import { checkPayload } from '@/lib/upstream/contract'
import { allowProbe } from '@/lib/upstream/paid-requests.server'
import { answerWith, insertUpstream, sendInTime, takeCall } from '@/lib/upstream/testing/requests'
import { LIVE, type RequestHandler } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

const PAYLOAD = checkPayload('FR7630006000011234567890189', 'Marie Curie')
let connection: UpstreamConnection
/** ID of a check that exists at the provider */
let known: string

const provider = await startProvider()
await budgetsSetting.save({ single_post: 500, single_get: 500 })
beforeEach(async () => {
  provider.reset()
  connection = await insertUpstream(provider)
  const made = await postSingle(connection, PAYLOAD, { sendBy: sendInTime() })
  known = made.kind === 'accepted' ? made.body.id : ''
  provider.reset()
})

const place = () => takeCall(connection)
const pay = async (act?: RequestHandler) => {
  if (act) provider.next(LIVE, act)
  const call = await place()
  const admission = await admit(call, connection.id, 1)
  if (!admission.admitted) return admission
  return postSingle(connection, PAYLOAD, {
    sendBy: sendInTime(),
    call,
  })
}
const read = async (act?: RequestHandler) => {
  if (act) provider.next(LIVE, act)
  const slot = await takeSlot(connection.id, 'single_get')
  if (!slot.granted) throw new Error('no place')
  return getSingle(connection, known, slot.call)
}
const times = async (count: number, work: () => Promise<unknown>) => {
  for (let n = 0; n < count; n++) await work()
}
/** Moves the breakers back by this many seconds. */
const later = (seconds: number) =>
  db().$executeRaw`
    update breakers set probe_from = probe_from - make_interval(secs => ${seconds}),
                        probe_at = probe_at - make_interval(secs => ${seconds})`

const MONTH = 31 * 86_400

describe('missing credits', () => {
  it('that were topped up before a month without requests are tried with the next request', async () => {
    await pay(answerWith(403))
    await db().$transaction((tx) => allowProbe(tx, connection.id))
    await later(MONTH)
    expect(await pay()).toMatchObject({ kind: 'accepted' })
  })

  it('stop every paid request until a person resumes; then one probes, and the rest follow', async () => {
    expect(await pay(answerWith(403))).toMatchObject({ kind: 'rejected', code: 'credits_exhausted' })
    const hits = provider.count(LIVE)
    expect(await pay()).toEqual({ admitted: false, code: 'credits_exhausted', retryInMs: null })
    await later(3_600)
    expect(await pay()).toMatchObject({ admitted: false, code: 'credits_exhausted' })
    expect((await read()).kind).toBe('ok')
    expect(provider.count(LIVE)).toBe(hits + 1)
    const entries = await db().auditEntry.findMany({ where: { objectId: connection.id } })
    expect(entries.map((entry) => entry.action)).toEqual(['connection.paying_stopped'])

    await db().$transaction((tx) => allowProbe(tx, connection.id))
    const calls = await Promise.all(Array.from({ length: 10 }, place))
    const admitted = await Promise.all(calls.map((call) => admit(call, connection.id, 1)))
    expect(admitted.filter((one) => one.admitted)).toHaveLength(1)
    await db().$executeRaw`update breakers set probe_at = null`
    expect(await pay()).toMatchObject({ kind: 'accepted' })
    expect(await pay()).toMatchObject({ kind: 'accepted' })
  })

  it('that are still missing for the probe stop the rest again', async () => {
    await pay(answerWith(403))
    await db().$transaction((tx) => allowProbe(tx, connection.id))
    expect(await pay(answerWith(403))).toMatchObject({ code: 'credits_exhausted' })
    expect(await pay()).toMatchObject({ admitted: false, retryInMs: null })
  })

  it('are not assumed from a 403 without the specified error body', async () => {
    await pay(answerWith(403, '<html>'))
    expect(await pay()).toMatchObject({ admitted: false, code: 'upstream_forbidden', retryInMs: null })
  })
})

describe('a provider outage', () => {
  it('stops requests for 30 s after ten failures, then sends one, then stops for a minute', async () => {
    await times(10, () => read(answerWith(500)))
    const hits = provider.received.length
    expect(await read()).toMatchObject({ kind: 'failed', code: 'upstream_unavailable' })
    expect(await pay()).toMatchObject({ admitted: false, code: 'upstream_unavailable' })
    expect(provider.received).toHaveLength(hits)
    await later(29)
    expect((await admissionNow(connection.id, 1)).admitted).toBe(false)
    await later(2)
    const all = await Promise.all(Array.from({ length: 20 }, () => read(answerWith(503))))
    provider.reset()
    expect(all.filter((one) => one.kind === 'failed' && one.httpStatus === 503)).toHaveLength(1)
    await later(58)
    expect((await admissionNow(connection.id, 0)).admitted).toBe(false)
    await later(3)
    expect((await read()).kind).toBe('ok')
    expect((await read()).kind).toBe('ok')
    expect(await pay()).toMatchObject({ kind: 'accepted' })
  })

  it('ends with a tenth of the slots at first, and all of them after a minute', async () => {
    await times(10, () => read(answerWith(500)))
    await later(31)
    expect((await read()).kind).toBe('ok')
    await budgetsSetting.save({ single_post: 40, single_get: 500 })
    const places = async () => {
      await db().$executeRaw`delete from upstream_calls where connection_id = ${connection.id}::uuid`
      const slots = []
      for (let n = 0; n < 42; n++) slots.push(await takeSlot(connection.id, 'single_post'))
      const refused = slots.find((slot) => !slot.granted)
      return [slots.filter((slot) => slot.granted).length, refused && !refused.granted && refused.retryInMs]
    }
    const ago = (seconds: number) =>
      db().$executeRaw`update breakers set closed_at = clock_timestamp() - make_interval(secs => ${seconds})`
    // a closing time in the future keeps the share constant, also on a slow machine
    await ago(-600)
    const [few, retryInMs] = await places()
    expect(few).toBe(4)
    expect(retryInMs).toBeLessThanOrEqual(1_500)
    await ago(30)
    const [half] = await places()
    expect(half).toBeGreaterThanOrEqual(22)
    expect(half).toBeLessThan(40)
    await ago(61)
    expect((await places())[0]).toBe(40)
    await budgetsSetting.save({ single_post: 500, single_get: 500 })
  })

  it('causes at most 25 requests in ten minutes, whatever people click', async () => {
    let hits = 0
    for (let second = 0; second < 600; second += 5) {
      await Promise.all([1, 2].map(() => read(answerWith(500))))
      await later(5)
      hits = provider.received.filter((hit) => hit.method === 'GET').length
    }
    expect(hits).toBeGreaterThanOrEqual(10)
    expect(hits).toBeLessThanOrEqual(25)
  })

  it('is not assumed when the provider refuses, is busy, or fails now and then', async () => {
    await times(12, () => read(answerWith(404)))
    for (let n = 0; n < 20; n++) await read(n % 5 < 2 ? answerWith(500) : undefined)
    expect((await read()).kind).toBe('ok')
  })

  it('never causes endless automatic retries: they come from a budget that successes refill', async () => {
    const take = () => db().$transaction((tx) => takeRetry(tx, connection.id))
    const taken = []
    for (let n = 0; n < 12; n++) taken.push(await take())
    expect(taken.filter(Boolean)).toHaveLength(10)
    await times(9, () => read())
    expect(await take()).toBe(false)
    await times(2, () => read())
    expect(await take()).toBe(true)
  })

  it('of a single request lets its retry take no slots from other requests', async () => {
    await db().$transaction((tx) => takeRetry(tx, connection.id))
    await budgetsSetting.save({ single_post: 20, single_get: 500 })
    const slots = []
    for (let n = 0; n < 20; n++) slots.push(await takeSlot(connection.id, 'single_post'))
    await budgetsSetting.save({ single_post: 500, single_get: 500 })
    expect(slots.filter((slot) => slot.granted)).toHaveLength(20)
  })
})

describe('429', () => {
  const places = async () => {
    await db().$executeRaw`delete from upstream_calls where connection_id = ${connection.id}::uuid`
    await db().$executeRaw`update upstream_paces set held_until = null`
    await budgetsSetting.save({ single_post: 20, single_get: 500 })
    const slots = []
    for (let n = 0; n < 22; n++) slots.push(await takeSlot(connection.id, 'single_post'))
    await budgetsSetting.save({ single_post: 500, single_get: 500 })
    return slots.filter((slot) => slot.granted).length
  }
  const ago = (minutes: number) =>
    db().$executeRaw`update upstream_paces set slowed_at = slowed_at - make_interval(mins => ${minutes}::int)`

  it('with Retry-After stops its lane for that long and halves nothing', async () => {
    await pay(answerWith(429, { code: 'x', message: 'x' }, { 'retry-after': '20' }))
    const slot = await takeSlot(connection.id, 'single_post')
    expect(!slot.granted && slot.retryInMs).toBeGreaterThan(18_000)
    expect((await takeSlot(connection.id, 'single_get')).granted).toBe(true)
    expect(await places()).toBe(20)
  })

  it('without Retry-After halves the share for five minutes; then it grows by a tenth a minute', async () => {
    const calls = await Promise.all([place(), place(), place()])
    for (const call of calls) {
      provider.next(LIVE, answerWith(429))
      await postSingle(connection, PAYLOAD, { sendBy: sendInTime(), call })
    }
    const slot = await takeSlot(connection.id, 'single_post')
    expect(!slot.granted && slot.retryInMs).toBeGreaterThan(55_000)
    expect(await places()).toBe(10)
    await ago(4)
    expect(await places()).toBe(10)
    await ago(3)
    expect(await places()).toBe(14)
    await ago(3)
    expect(await places()).toBe(20)
  })
})
