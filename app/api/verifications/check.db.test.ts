import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { GET } from '@/app/api/verifications/[id]/route'
import { POST } from '@/app/api/verifications/route'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { callRoute, resetRateLimits } from '@/lib/verifications/testing/fixtures'
import { LIVE, Provider, SANDBOX, send, TOKEN } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

const IBAN = 'FR7630006000011234567890189'
const LIVE_CHECK = { iban: IBAN, name: 'Marie Curie', environment: 'live' }
let analyst: Person

const provider = await startProvider()
await insertConnection(provider.baseUrl)
beforeEach(async () => {
  provider.reset()
  analyst = await insertPerson()
  await db().$executeRaw`update connections set token_until = null, token_requested_at = null`
  await resetRateLimits()
})

const check = (body: unknown = LIVE_CHECK, more = {}) =>
  callRoute(POST, 'POST', '/api/verifications', { as: analyst, body, ...more })
const attemptsOf = (id: unknown) =>
  db().attempt.findMany({ where: { verificationId: String(id) }, orderBy: { number: 'asc' } })
const creditsOf = async (id: unknown) => {
  const attempts = await attemptsOf(id)
  return db().creditEntry.findMany({ where: { attemptId: { in: attempts.map((attempt) => attempt.id) } } })
}

describe('one check', () => {
  it('is sent once, recorded with its attempt, billed one credit and written to the audit log', async () => {
    const { status, body } = await check()
    expect({ status, outcome: body.outcome, name: body.name, allowed: body.nameAllowed }).toEqual({
      status: 200,
      outcome: 'match',
      name: 'Marie Curie',
      allowed: null,
    })
    expect(provider.ledger).toMatchObject([{ id: body.upstreamId }])
    expect((await attemptsOf(body.id)).map((attempt) => attempt.state)).toEqual(['accepted'])
    expect((await creditsOf(body.id)).map((entry) => entry.amount)).toEqual([-1n])
    const entries = await db().auditEntry.findMany({ where: { objectId: String(body.id) } })
    expect(entries.map((entry) => entry.action)).toEqual(['verification.checked'])
    expect(JSON.stringify(entries.map((entry) => entry.details))).not.toContain('Curie')
  })

  it('sends the cleaned IBAN and the name as typed, and none of our own data', async () => {
    const extra = { reference: 'V-17', note: 'private', purpose: 'new_payee' }
    await check({ ...LIVE_CHECK, iban: 'iban: fr76 3000-6000 0112 3456\u00a07890 189', ...extra })
    const sent = JSON.parse(provider.received.find((hit) => hit.path === LIVE)?.body ?? '{}')
    expect(sent).toEqual({ account: { iban: IBAN }, account_holder: { name: 'Marie Curie' } })
  })

  it('forces the outcome only in the sandbox, without credits and never on the paid route', async () => {
    provider.next(SANDBOX, (_hit, response) =>
      send(response, 200, { id: randomUUID(), status: 'failed', match_result: null }),
    )
    const { body } = await check({ ...LIVE_CHECK, environment: 'sandbox', sandboxResult: 'failed' })
    expect(body.outcome).toBe('failed')
    expect(provider.count(LIVE)).toBe(0)
    expect(JSON.parse(provider.received.at(-1)?.body ?? '{}').sandbox_result).toBe('failed')
    expect(await creditsOf(body.id)).toEqual([])
  })

  it('opens a review for a close match and stores how the names differ', async () => {
    provider.next(LIVE, (_hit, response) =>
      send(response, 200, {
        id: randomUUID(),
        status: 'completed',
        match_result: 'close_match',
        matched_name: 'Maria Curie',
      }),
    )
    const { body } = await check()
    expect(body).toMatchObject({
      outcome: 'close_match',
      matchedName: 'Maria Curie',
      review: { state: 'todo' },
    })
    expect((body.comparison as { identical: boolean }).identical).toBe(false)
  })

  it.each([
    { status: 'completed', match_result: 'match' },
    { status: 'completed', match_result: 'close_match', matched_name: 'Maria Curie' },
    { status: 'failed', match_result: null, status_reason: 'institution_timeout' },
    { status: 'pending' },
  ])('is returned as the same record that is read afterwards: %o', async (answer) => {
    const enrichment = { status: 'completed', bic_code: { value: 'AGRIFRPP', status: 'completed' } }
    provider.next(LIVE, (_hit, response) => send(response, 200, { id: randomUUID(), ...answer, enrichment }))
    const { body } = await check({ ...LIVE_CHECK, reference: 'V-17', note: 'private', purpose: 'new_payee' })
    const read = await callRoute(GET, 'GET', '/api/verifications/x', {
      as: analyst,
      params: { id: String(body.id) },
    })
    expect(read.body).toMatchObject(body)
  })
})

describe('a lost response', () => {
  const lost: Record<string, Parameters<Provider['next']>[1]> = {
    'the connection breaks after the request': (_hit, _response, request) => request.socket.destroy(),
    'the answer is cut in the middle': (_hit, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
      response.write('{"id":"')
      setTimeout(() => response.destroy(), 20)
    },
    'the answer has no id': (_hit, response) => send(response, 200, {}),
    'the answer is a page': (_hit, response) =>
      send(response, 200, '<html>ok</html>', { 'content-type': 'text/html' }),
    'the answer is larger than allowed': (_hit, response) =>
      send(response, 200, `"${'x'.repeat(2 * 1024 * 1024)}"`),
    'the answer is packed': (_hit, response) => send(response, 200, '{}', { 'content-encoding': 'gzip' }),
    'the answer is 500': (_hit, response) => send(response, 500, { code: 'internal', message: 'x' }),
    'the answer is 504': (_hit, response) => send(response, 504, 'Gateway Timeout'),
    'the answer is 204': (_hit, response) => send(response, 204, ''),
    'the answer is 206': (_hit, response) => send(response, 206, '{}'),
  }
  it.each(Object.entries(lost))(
    'is an unknown outcome, and the request is sent exactly once: %s',
    async (_name, act) => {
      provider.next(LIVE, act)
      const { status, body } = await check()
      expect({ status, outcome: body.outcome, result: body.matchResult }).toEqual({
        status: 200,
        outcome: 'unknown',
        result: null,
      })
      expect(provider.count(LIVE)).toBe(1)
      expect((await attemptsOf(body.id)).map((attempt) => attempt.state)).toEqual(['unknown'])
      expect((await creditsOf(body.id)).map(({ amount, note }) => [amount, note])).toEqual([
        [0n, 'outcome unknown'],
      ])
    },
  )
})

describe('a definite refusal', () => {
  const cases: [string, number, unknown, number, string][] = [
    [
      '400 means that the input was not accepted',
      400,
      { code: 'name_invalid', message: 'secret' },
      422,
      'upstream_rejected_input',
    ],
    [
      '403 with an error body means no credits',
      403,
      { code: 'no_credits', message: 'x' },
      402,
      'credits_exhausted',
    ],
    ['403 without one says nothing about credits', 403, '<html>blocked</html>', 502, 'upstream_forbidden'],
    [
      '404 means that the service isn’t there, not that the input was refused',
      404,
      { code: 'not_found', message: 'x' },
      502,
      'upstream_unavailable',
    ],
    ['418 isn’t about the input', 418, 'teapot', 502, 'upstream_unavailable'],
    ['413 is about the input', 413, 'too large', 422, 'upstream_rejected_input'],
  ]
  it.each(cases)('%s', async (_name, given, answer, status, code) => {
    provider.next(LIVE, (_hit, response) => send(response, given, answer))
    const { status: got, headers, body } = await check()
    expect({ got, code: body.code }).toEqual({ got: status, code })
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(JSON.stringify(body)).not.toContain('secret')
    const record = await db().verification.findUniqueOrThrow({ where: { id: String(body.verificationId) } })
    expect([record.status, record.problemCode]).toEqual(['not_sent', code])
    expect(await creditsOf(record.id)).toEqual([])
    expect(provider.count(LIVE)).toBe(1)
  })

  it('a redirect is not followed: the other host never gets the IBAN', async () => {
    const evil = await new Provider().start()
    provider.next(LIVE, (_hit, response) => send(response, 307, '', { location: `${evil.baseUrl}${LIVE}` }))
    const { status, body } = await check()
    expect([status, body.code, evil.received.length]).toEqual([502, 'upstream_redirect', 0])
    await evil.stop()
  })

  it('an unreachable provider is reported as such, the record is kept and nothing is billed', async () => {
    await db().$executeRaw`update connections set token_until = now() + interval '1 hour'`
    const dead = await new Provider().start()
    await dead.stop()
    const before = await db().connection.findFirstOrThrow({ where: { active: true } })
    await db().connection.update({ where: { id: before.id }, data: { baseUrl: dead.baseUrl } })
    const { status, body } = await check()
    await db().connection.update({ where: { id: before.id }, data: { baseUrl: before.baseUrl } })
    expect([status, body.code]).toEqual([502, 'upstream_unavailable'])
    expect((await attemptsOf(body.verificationId)).map((attempt) => attempt.state)).toEqual([
      'not_sent',
      'not_sent',
      'not_sent',
    ])
  })
})

describe('401', () => {
  it('fetches a new token and retries once', async () => {
    await check()
    provider.reset()
    await db().$executeRaw`update connections set token_requested_at = now() - interval '1 minute'`
    provider.next(LIVE, (_hit, response) => send(response, 401, { code: 'unauthorized', message: 'x' }))
    const { status, body } = await check()
    expect([status, body.outcome]).toEqual([200, 'match'])
    expect([provider.count(TOKEN), provider.count(LIVE), provider.ledger.length]).toEqual([1, 2, 1])
  })

  it('is a refusal the second time, and the person stays signed in', async () => {
    await check()
    provider.reset()
    await db().$executeRaw`update connections set token_requested_at = now() - interval '1 minute'`
    const refuse: Parameters<Provider['next']>[1] = (_hit, response) =>
      send(response, 401, { code: 'x', message: 'x' })
    provider.next(LIVE, refuse, refuse)
    const { status, body } = await check()
    expect([status, body.code, provider.count(LIVE)]).toEqual([502, 'upstream_auth_failed', 2])
  })

  it('of the token request is a refusal before anything is sent', async () => {
    provider.next(TOKEN, (_hit, response) => send(response, 401, { code: 'invalid_client', message: 'x' }))
    const { status, body } = await check()
    expect([status, body.code, provider.count(LIVE)]).toEqual([502, 'upstream_auth_failed', 0])
  })
})

describe('concurrent checks', () => {
  it('with one key are one check and one credit, however many are sent', async () => {
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => check(LIVE_CHECK, { key })))
    expect(provider.ledger).toHaveLength(1)
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]))
    const again = await check(LIVE_CHECK, { key })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect([again.status, again.body.upstreamId, provider.ledger.length]).toEqual([
      200,
      provider.ledger[0]?.id,
      1,
    ])
    const other = await check({ ...LIVE_CHECK, name: 'Pierre Curie' }, { key })
    expect([other.status, other.body.code, provider.ledger.length]).toEqual([
      409,
      'idempotency_key_reused',
      1,
    ])
  })
})

describe('the shared rate limit', () => {
  it('on 429 the worker waits, the check has a place in the queue, and it is sent again', async () => {
    provider.next(LIVE, (_hit, response) =>
      send(response, 429, { code: 'rate_limited', message: 'x' }, { 'retry-after': '20' }),
    )
    const { status, body } = await check()
    expect([status, body.status, body.position]).toEqual([202, 'pending', 1])
    const states = (await attemptsOf(body.id)).map((attempt) => attempt.state)
    expect(states).toEqual(['not_sent', 'ready'])
    const { sendQueued } = await import('@/lib/verifications/check/send-queued.server')
    const ready = (await attemptsOf(body.id)).at(-1)
    // the Retry-After of the provider is over
    await db().$executeRaw`update attempts set due_at = now() where state = 'ready'`
    await db().$executeRaw`delete from upstream_paces`
    await Promise.all([sendQueued(ready?.id ?? ''), sendQueued(ready?.id ?? '')])
    expect(provider.ledger).toHaveLength(1)
    expect((await db().verification.findUniqueOrThrow({ where: { id: String(body.id) } })).matchResult).toBe(
      'match',
    )
  })

  it('the 55th check of a minute waits instead of being sent, and can be cancelled', async () => {
    const { POST: cancel } = await import('@/app/api/verifications/[id]/cancel/route')
    const connection = await db().connection.findFirstOrThrow({ where: { active: true } })
    await db().upstreamCall.createMany({
      data: Array.from({ length: 54 }, () => ({ connectionId: connection.id, lane: 'single_post' as const })),
    })
    const { status, body } = await check()
    expect([status, body.status, provider.count(LIVE)]).toEqual([202, 'pending', 0])
    const request = { as: analyst, params: { id: String(body.id) } }
    const done = await callRoute(cancel, 'POST', `/api/verifications/${body.id}/cancel`, request)
    expect([done.body.outcome, done.body.problemCode]).toEqual(['not_sent', 'cancelled'])
    const { sendQueued } = await import('@/lib/verifications/check/send-queued.server')
    for (const attempt of await attemptsOf(body.id)) await sendQueued(attempt.id)
    expect(provider.count(LIVE)).toBe(0)
  })
})
