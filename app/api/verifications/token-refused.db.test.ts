import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { GET } from '@/app/api/verifications/[id]/route'
import { POST } from '@/app/api/verifications/route'
import { insertPerson } from '@/lib/auth/testing/people'
import { testConnection } from '@/lib/connections/test.server'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { sendQueued } from '@/lib/verifications/check/send-queued.server'
import { callRoute, resetRateLimits } from '@/lib/verifications/testing/fixtures'
import { LIVE, type RequestHandler, SANDBOX, send, TOKEN } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

/** Refuses a token as new as possible: the next one is allowed nine seconds later. */
let refuse: RequestHandler

const provider = await startProvider()
await insertConnection(provider.baseUrl)
beforeEach(async () => {
  provider.reset()
  await resetRateLimits()
  const now = performance.now.bind(performance)
  let waited = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + waited)
  refuse = async (_hit, response) => {
    waited += 9_000
    await db().$executeRaw`update connections set token_requested_at = now() - interval '1 minute'`
    send(response, 401, { code: 'unauthorized', message: 'x' })
  }
})
afterEach(() => vi.restoreAllMocks())

const body = { iban: 'FR7630006000011234567890189', name: 'Marie Curie', environment: 'live' }

it('a provider that issues no token refuses a check, and the response says when to check again', async () => {
  provider.next(TOKEN, (_hit, response) => send(response, 403, '<html>'))
  await db().$executeRaw`update connections set token_until = null, token_requested_at = null`
  const as = await insertPerson()
  const { status, body: said, headers } = await callRoute(POST, 'POST', '/api/verifications', { as, body })
  expect([status, said.code, headers.get('retry-after')]).toEqual([503, 'upstream_auth_unavailable', '60'])
  expect(provider.count(LIVE)).toBe(0)
})

it('a provider that refuses each new token is tried three times, and then the check is not sent', async () => {
  provider.next(LIVE, ...Array<RequestHandler>(9).fill(refuse))
  const as = await insertPerson()
  const { status, body: check } = await callRoute(POST, 'POST', '/api/verifications', { as, body })
  expect([status, check.outcome]).toEqual([202, 'waiting'])
  const waiting = () => db().attempt.findFirst({ where: { state: 'ready' } })
  for (let next = await waiting(); next; next = await waiting()) await sendQueued(next.id)
  const params = { id: String(check.id) }
  const ended = await callRoute(GET, 'GET', '/api/verifications/x', { as, params })
  expect([ended.body.outcome, ended.body.problemCode]).toEqual(['not_sent', 'upstream_auth_failed'])
  expect(provider.count(LIVE)).toBe(3)
})

it('a connection whose new token is refused counts as refused, and not as unreachable', async () => {
  provider.next(SANDBOX, refuse)
  const { id } = await db().connection.findFirstOrThrow({ where: { active: true } })
  const test = await testConnection(id, { kind: 'system' })
  expect([test.state, test.code]).toEqual(['refused', 'upstream_auth_failed'])
  expect(test.steps.map((step) => step.ok)).toEqual([true, true, false])
})
