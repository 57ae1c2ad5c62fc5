import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '@/lib/platform/db.server'
import { abandonCall, admit, readBreaker } from '@/lib/upstream/breaker.server'
import { budgetsSetting, returnSlot } from '@/lib/upstream/budget.server'
import { postBulk, postSingle } from '@/lib/upstream/client.server'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import { checkPayload } from '@/lib/upstream/contract'
import { allowProbe } from '@/lib/upstream/paid-requests.server'
import { answerWith, insertUpstream, sendInTime, takeCall } from '@/lib/upstream/testing/requests'
import { LIVE, type RequestHandler, send } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

let connection: UpstreamConnection

const provider = await startProvider()
await budgetsSetting.save({ single_post: 500 })
beforeEach(async () => {
  provider.reset()
  connection = await insertUpstream(provider)
})

const ITEM = checkPayload('FR7630006000011234567890189', 'Marie Curie')
const place = () => takeCall(connection)
const pay = async (act?: RequestHandler) => {
  const call = await place()
  const admission = await admit(call, connection.id, 1)
  if (!admission.admitted) {
    await returnSlot(call)
    return admission
  }
  if (act) provider.next(LIVE, act)
  return postSingle(connection, ITEM, { sendBy: sendInTime(), call })
}
/** A batch of this many checks, which the provider accepts unless `act` overrides it. */
const payMany = async (count: number, act?: RequestHandler) => {
  const call = await place()
  const admission = await admit(call, connection.id, count)
  if (!admission.admitted) {
    await returnSlot(call)
    return admission
  }
  const accept: RequestHandler = (_hit, response) =>
    send(response, 200, { id: randomUUID(), status: 'accepted', total_items: count })
  provider.next(LIVE, act ?? accept)
  return postBulk(connection, Array(count).fill(ITEM), { sendBy: sendInTime(), call })
}

describe('missing credits for a large batch', () => {
  const REFUSED = { admitted: false, code: 'credits_exhausted', retryInMs: null }
  const refused = answerWith(403)
  const stopped = async () => (await readBreaker(connection.id))?.size ?? null

  it('stop requests of the same cost or more; a cheaper one is tried, and one up to a paid size is sent freely', async () => {
    await payMany(250, refused)
    expect(await stopped()).toBe(250)
    expect(await payMany(250)).toEqual(REFUSED)
    expect(await payMany(300)).toEqual(REFUSED)
    expect(await pay()).toMatchObject({ kind: 'accepted' })
    const calls = await Promise.all(Array.from({ length: 5 }, place))
    const admitted = await Promise.all(calls.map((call) => admit(call, connection.id, 1)))
    expect(admitted.every((one) => one.admitted)).toBe(true)
    expect(await payMany(249)).toMatchObject({ kind: 'accepted' })
    expect(await payMany(250)).toEqual(REFUSED)
  })

  it('let one cheaper request try at a time, and the others wait for its result', async () => {
    await payMany(250, refused)
    const calls = await Promise.all(Array.from({ length: 10 }, place))
    const answers = await Promise.all(calls.map((call) => admit(call, connection.id, 1)))
    expect(answers.filter((one) => one.admitted)).toHaveLength(1)
    const others = answers.filter((one) => !one.admitted)
    expect(others).toEqual(Array(9).fill({ ...REFUSED, retryInMs: expect.any(Number) }))
    // requests that are sent freely in the meantime aren't the probe
    await db().$executeRaw`update breakers set taken_size = 1`
    expect(await pay()).toMatchObject({ kind: 'accepted' })
    const late = await place()
    expect(await admit(late, connection.id, 2)).toMatchObject({ admitted: false })
    await abandonCall(late)
    expect(await admit(await place(), connection.id, 2)).toMatchObject({ admitted: false })
  })

  it('stop everything as soon as a single check is refused too', async () => {
    await payMany(250, refused)
    await pay()
    expect(await pay(refused)).toMatchObject({ code: 'credits_exhausted' })
    expect(await pay()).toEqual(REFUSED)
    expect(await stopped()).toBe(1)
  })

  it('end for expensive requests only when a person resumes; a cheaper probe then counts for all', async () => {
    await payMany(250, refused)
    await payMany(100, refused)
    expect(await stopped()).toBe(100)
    await db().$transaction((tx) => allowProbe(tx, connection.id))
    expect(await payMany(250, refused)).toMatchObject({ code: 'credits_exhausted' })
    expect(await stopped()).toBe(250)
    expect(await payMany(100)).toMatchObject({ kind: 'accepted' })
    await db().$transaction((tx) => allowProbe(tx, connection.id))
    expect(await payMany(101)).toMatchObject({ kind: 'accepted' })
    expect(await payMany(250)).toMatchObject({ kind: 'accepted' })
  })

  it('stop every request, like a refused client, when the refusal lacks the specified error body', async () => {
    await payMany(250, answerWith(403, '<html>'))
    expect(await pay()).toEqual({ ...REFUSED, code: 'upstream_forbidden' })
    expect(await stopped()).toBeNull()
  })
})
