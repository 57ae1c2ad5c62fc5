import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { db } from '@/lib/platform/db.server'
import type { Slots } from '@/lib/platform/threads/slots'
import { type RateBucket, takeSlot } from '@/lib/upstream/budget.server'
import { getBulk, getSingle, postBulk, postSingle } from '@/lib/upstream/client.server'
import { checkPayload } from '@/lib/upstream/contract'
import { exchange } from '@/lib/upstream/exchange.server'
import { answerWith, insertUpstream, sendInTime } from '@/lib/upstream/testing/requests'
import { dropToken, getAccessToken } from '@/lib/upstream/token.server'
import { LIVE, SANDBOX, send, TOKEN } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

const provider = await startProvider()
const connection = await insertUpstream(provider)
beforeEach(async () => {
  provider.reset()
  await db().$executeRaw`update connections set token_until = null, token_requested_at = null`
})
/** Moves the last token request back by this many seconds. */
const later = (seconds: number) =>
  db().$executeRaw`
    update connections set token_requested_at = token_requested_at - make_interval(secs => ${seconds}),
                           token_until = token_until - make_interval(secs => ${seconds})`
const slot = (lane: RateBucket) =>
  takeSlot(connection.id, lane).then((taken) => (taken.granted ? taken.call : 0n))

describe('the shared rate limit', () => {
  it('grants exactly its slots, however many requests arrive at once', async () => {
    const slots = await Promise.all(Array.from({ length: 80 }, () => takeSlot(connection.id, 'single_post')))
    expect(slots.filter((slot) => slot.granted)).toHaveLength(54)
    const refused = slots.find((slot) => !slot.granted)
    expect(refused && !refused.granted && refused.retryInMs).toBeGreaterThan(50_000)
  })

  it('frees a slot after a minute, and counts each lane separately', async () => {
    expect((await takeSlot(connection.id, 'single_get')).granted).toBe(true)
    const oldest = await db().upstreamCall.findFirstOrThrow({
      where: { lane: 'single_post' },
      orderBy: { at: 'asc' },
    })
    await db().upstreamCall.update({
      where: { id: oldest.id },
      data: { endedAt: new Date(Date.now() - 61_000) },
    })
    expect((await takeSlot(connection.id, 'single_post')).granted).toBe(true)
    expect((await takeSlot(connection.id, 'single_post')).granted).toBe(false)
  })

  it('makes a request wait when a slot is free soon', async () => {
    const oldest = await db().upstreamCall.findMany({
      where: { lane: 'single_post' },
      orderBy: { at: 'asc' },
      take: 2,
    })
    await db().upstreamCall.updateMany({
      where: { id: { in: oldest.map((call) => call.id) } },
      data: { endedAt: new Date(Date.now() - 59_500) },
    })
    expect((await takeSlot(connection.id, 'single_post', { waitMs: 2_000 })).granted).toBe(true)
  })
})

describe('the bearer token', () => {
  it('is stored encrypted and used until five minutes before it expires', async () => {
    const first = await getAccessToken(connection)
    if (first.kind !== 'token') throw new Error('no token')
    const row = await db().connection.findUniqueOrThrow({ where: { id: connection.id } })
    expect(Buffer.from(row.tokenCipher ?? []).toString('latin1')).not.toContain(first.token)
    await later(3_290)
    expect(await getAccessToken(connection)).toEqual(first)
    await later(20)
    expect(await getAccessToken(connection)).not.toEqual(first)
    expect(provider.count(TOKEN)).toBe(2)
  })

  it('is dropped only by a request that used the current one', async () => {
    const first = await getAccessToken(connection)
    if (first.kind !== 'token') throw new Error('no token')
    await dropToken(connection.id, 'another')
    expect(await getAccessToken(connection)).toEqual(first)
    await dropToken(connection.id, first.stamp)
    await later(20)
    expect(await getAccessToken(connection)).not.toEqual(first)
  })

  it('is not requested twice within ten seconds, even when the first request failed', async () => {
    provider.next(TOKEN, (_hit, response) => send(response, 429, { code: 'slow_down', message: 'x' }))
    expect(await getAccessToken(connection)).toMatchObject({
      kind: 'none',
      code: 'upstream_auth_unavailable',
    })
    await later(9)
    const started = performance.now()
    expect((await getAccessToken(connection)).kind).toBe('token')
    expect(performance.now() - started).toBeGreaterThan(500)
    expect(provider.count(TOKEN)).toBe(2)
  })

  it.each([
    [200, '<html>', 'upstream_auth_unavailable'],
    [403, '<html>', 'upstream_auth_unavailable'],
    [200, {}, 'upstream_auth_failed'],
    [403, { error: 'access_denied' }, 'upstream_auth_failed'],
    [400, '<html>', 'upstream_auth_failed'],
    [401, '', 'upstream_auth_failed'],
  ])(
    'is refused by 400, 401 and readable answers, not by a page in their place: %i %j',
    async (status, body, code) => {
      provider.next(TOKEN, (_hit, response) => send(response, status, body))
      expect(await getAccessToken(connection)).toEqual({ kind: 'none', code, httpStatus: status })
    },
  )

  it('never puts a line break into a header', async () => {
    provider.next(TOKEN, (_hit, response) =>
      send(response, 200, { access_token: 'a\r\nx-evil: 1', expires_in: 3600 }),
    )
    expect(await getAccessToken(connection)).toMatchObject({ kind: 'none', code: 'upstream_auth_failed' })
  })
})

describe('a bulk', () => {
  const items = [
    { account: { iban: 'FR7630006000011234567890189' }, account_holder: { name: 'Marie Curie' } },
  ]
  it('is sent as specified and returns how many items were accepted', async () => {
    const id = randomUUID()
    provider.next(LIVE, (_hit, response) => send(response, 200, { id, status: 'accepted', total_items: 1 }))
    const sent = await postBulk(connection, items, { sendBy: sendInTime() })
    expect(sent).toMatchObject({ kind: 'accepted', body: { id, totalItems: 1 } })
    expect(provider.received.at(-1)).toMatchObject({
      path: `${LIVE}/bulk`,
      body: JSON.stringify({ verifications: items }),
    })
  })

  it('is not sent when its sender is too late', async () => {
    const sent = await postBulk(connection, items, { sendBy: performance.now() - 1 })
    expect(sent).toEqual({ kind: 'not_sent', code: 'claim_stale' })
    expect(provider.count(LIVE)).toBe(0)
  })
})

describe('eight batches without a response', () => {
  it('keep no token, no single check and no later batch waiting', async () => {
    const item = checkPayload('FR7630006000011234567890189', 'Marie Curie')
    const held: (() => void)[] = []
    provider.next(
      `${LIVE}/bulk`,
      ...Array.from({ length: 8 }, () => (_hit: unknown, response: ServerResponse) => {
        held.push(() => send(response, 200, { id: randomUUID(), status: 'accepted', total_items: 1 }))
      }),
    )
    const post = (sendBy: number) => postBulk(connection, [item], { sendBy })
    const batches = Array.from({ length: 8 }, () => post(sendInTime()))
    await vi.waitFor(() => expect(held).toHaveLength(8), 5_000)
    expect(await post(performance.now() + 100)).toEqual({ kind: 'not_sent', code: 'claim_stale' })
    await db().$executeRaw`update connections set token_until = null, token_requested_at = null`
    expect((await getAccessToken(connection)).kind).toBe('token')
    expect((await postSingle(connection, item, { sendBy: sendInTime() })).kind).toBe('accepted')
    for (const release of held) release()
    for (const sent of await Promise.all(batches)) expect(sent.kind).toBe('accepted')
    expect(provider.count(`${LIVE}/bulk`)).toBe(8)
  })
})

describe('a paid request without a token', () => {
  const payload = checkPayload('FR7630006000011234567890189', 'Marie Curie')
  const unreadable = () => {
    throw new Error('encryption key v1 is not configured')
  }

  it.each([
    [
      'the client secret cannot be read',
      () => ({ ...connection, secret: unreadable }),
      'upstream_auth_failed',
    ],
    ['the database fails', () => ({ ...connection, id: 'broken' }), 'upstream_auth_unavailable'],
  ])('was not sent when %s', async (_, broken, code) => {
    const sent = await postBulk(broken(), [payload], { sendBy: sendInTime() })
    expect(sent).toEqual({ kind: 'not_sent', code })
    expect(provider.received).toHaveLength(0)
  })

  it('was not executed when the database fails after a 401', async () => {
    const token = { kind: 'token', token: 'any', stamp: '' } as const
    const broken = { ...connection, id: 'broken' }
    const sent = await postBulk(broken, [payload], { sendBy: sendInTime(), token })
    expect(sent).toEqual({ kind: 'not_sent', code: 'upstream_auth_unavailable' })
    expect(provider.count(LIVE)).toBe(1)
  })
})

describe('a check that is refused with its token', () => {
  afterEach(() => vi.restoreAllMocks())

  it('is not sent again once the wait for a free socket has made it too late', async () => {
    const held: (() => void)[] = []
    const hold = (_hit: unknown, response: ServerResponse) =>
      held.push(() => send(response, 200, { id: randomUUID() }))
    const asked = {
      ...{ method: 'POST' as const, purpose: 'check' as const },
      ...{ url: `${provider.baseUrl}${SANDBOX}`, headers: {}, body: '{}' },
    }
    const limits = { headersMs: 30_000, totalMs: 30_000, maxBytes: 1_000 }
    const others: Promise<unknown>[] = []
    provider.next(LIVE, answerWith(401))
    const known = await getAccessToken(connection)
    const token = known.kind === 'token' ? known.token : ''
    await later(20)
    provider.next(TOKEN, (_hit, response) => {
      provider.next(SANDBOX, ...Array.from({ length: 8 }, () => hold))
      for (let n = 0; n < 8; n++) others.push(exchange({ ...asked, limits }))
      send(response, 200, { access_token: token, token_type: 'Bearer', expires_in: 3_600 })
    })
    const sent = postSingle(connection, checkPayload('FR7630006000011234567890189', 'Marie Curie'), {
      sendBy: sendInTime(),
    })
    await vi.waitFor(() => expect(held).toHaveLength(8), 5_000)
    const pools = (globalThis as unknown as { accordOutbound: Map<string, { slots: Slots }> }).accordOutbound
    await vi.waitFor(() => expect(pools.get('check trusted')?.slots.waiting).toHaveLength(1), 5_000)
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
    for (const release of held) release()
    expect(await sent).toEqual({ kind: 'not_sent', code: 'claim_stale' })
    await Promise.all(others)
    expect(provider.count(LIVE)).toBe(1)
  })
})

describe('a read', () => {
  it('gets a new token after 401, once, and never follows a redirect', async () => {
    const made = await postSingle(connection, checkPayload('FR7630006000011234567890189', 'Marie Curie'), {
      sendBy: sendInTime(),
    })
    const id = made.kind === 'accepted' ? made.body.id : ''
    await later(20)
    provider.next(LIVE, answerWith(401))
    expect((await getSingle(connection, id, await slot('single_get'))).kind).toBe('ok')
    provider.next(LIVE, (_hit, response) =>
      send(response, 302, '', { location: `${provider.baseUrl}/elsewhere` }),
    )
    const moved = await getBulk(connection, randomUUID(), await slot('bulk'))
    expect(moved).toMatchObject({ kind: 'failed', code: 'upstream_unavailable' })
    expect(provider.count('/elsewhere')).toBe(0)
  })

  describe('of a response that trickles in', () => {
    let drip: NodeJS.Timeout | undefined
    beforeEach(() =>
      provider.next(LIVE, (_hit, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        drip = setInterval(() => response.write(' '), 200)
      }),
    )
    afterEach(() => clearInterval(drip))

    it('ends at its deadline', async () => {
      const limits = { headersMs: 1_000, totalMs: 1_000, maxBytes: 1024 }
      const url = `${provider.baseUrl}${LIVE}`
      const got = await exchange({ method: 'GET', purpose: 'read', url, headers: {}, limits })
      expect(got).toMatchObject({ kind: 'lost', code: 'upstream_timeout', status: 200 })
    })

    if (process.env.LONG)
      it('ends after ten seconds when it belongs to a batch', async () => {
        const started = performance.now()
        const got = await getBulk(connection, randomUUID(), await slot('bulk'))
        expect(got).toMatchObject({ kind: 'failed', code: 'upstream_timeout' })
        expect(performance.now() - started).toBeGreaterThan(9_000)
      })
  })
})
