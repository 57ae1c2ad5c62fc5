import { SignJWT } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { requestToken, runService, TOKEN_KEY } from '../testing/service'
import { RATE } from './limits'
import { createTokens } from './token'

const { url } = await runService()
const grant = { grant_type: 'client_credentials', client_id: 'c1', client_secret: 'secret of c1' }
const key = new TextEncoder().encode(TOKEN_KEY)
const unknownId = `${url}/account-holder-verifications/00000000-0000-4000-8000-000000000000`
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The status of an authenticated request: 404 when the token is accepted, 401 when it is not. */
async function statusWith(authorization?: string): Promise<number> {
  const response = await fetch(unknownId, { headers: authorization ? { Authorization: authorization } : {} })
  const body = await response.json()
  expect(Object.keys(body)).toEqual(['code', 'message'])
  return response.status
}

async function signed(claims: { sub?: string; iss?: string; aud?: string; exp?: number }, by = key) {
  const now = Math.floor(Date.now() / 1000)
  const all = { sub: 'c1', iss: 'accord-verification-service', aud: 'api-v1', exp: now + 3600, ...claims }
  return `Bearer ${await new SignJWT({ ...all, iat: now - 1 }).setProtectedHeader({ alg: 'HS256' }).sign(by)}`
}

describe('the token endpoint (4.1)', () => {
  it('issues a JWT with iat and an exp 3600 seconds later, and forbids caching', async () => {
    const { status, headers, body } = await requestToken(url, grant)
    expect(status).toBe(200)
    expect(body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600 })
    const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
    expect(claims.exp - claims.iat).toBe(3600)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(await statusWith(`Bearer ${body.access_token}`)).toBe(404)
  })
  it.each([
    [400, 'invalid_request', { grant_type: '' }],
    [400, 'unsupported_grant_type', { grant_type: 'Client_Credentials' }],
    [401, 'invalid_client', { client_secret: 'wrong' }],
    [401, 'invalid_client', { client_secret: '' }],
    [401, 'invalid_client', { client_id: 'nobody' }],
    [401, 'invalid_client', { client_id: '\u0000' }],
  ])('answers %i %s to %j', async (status, code, change) => {
    const answer = await requestToken(url, { ...grant, ...change })
    expect(answer).toMatchObject({ status, body: { code, message: expect.any(String) } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
  it('accepts a form only', async () => {
    const response = await fetch(`${url}/oauth2/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(grant),
    })
    expect(response.status).toBe(400)
  })
  it('limits how often one client requests a token, with right or wrong credentials', async () => {
    const requests = Array.from({ length: RATE.token + 5 }, (_, n) =>
      requestToken(url, { ...grant, client_id: 'c2', client_secret: n % 2 ? 'wrong' : 'secret of c2' }),
    )
    const refused = (await Promise.all(requests)).filter(({ status }) => status === 429)
    expect(refused).toHaveLength(5)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('the bearer token (5)', () => {
  afterEach(() => vi.useRealTimers())

  it('is valid for 3600 seconds, whatever the fraction of the second in which it was issued', async () => {
    const tokens = createTokens(key)
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T10:00:00.900Z') })
    const token = await tokens.issue('c1')
    vi.setSystemTime('2026-11-27T11:00:00.899Z')
    expect(await tokens.clientOf(token)).toBe('c1')
    vi.setSystemTime('2026-11-27T11:00:01.000Z')
    expect(await tokens.clientOf(token)).toBeUndefined()
  })
  it('accepts its own tokens', async () => {
    expect(await statusWith(await signed({}))).toBe(404)
  })
  it('refuses missing, altered, unsigned, foreign and expired ones', async () => {
    const own = await signed({})
    const [head, claims, signature] = own.split('.')
    const refused = [
      undefined,
      'Bearer',
      'Bearer nonsense',
      own.replace('Bearer', 'Basic'),
      `${head}.${base64({ sub: 'c2', exp: 4_000_000_000, iat: 1 })}.${signature}`,
      `${head}.${claims}.${signature?.slice(0, -4)}AAAA`,
      `Bearer ${base64({ alg: 'none', typ: 'JWT' })}.${claims}.`,
      await signed({}, new TextEncoder().encode('another key that is long enough, too')),
      await signed({ exp: Math.floor(Date.now() / 1000) - 1 }),
      await signed({ iss: 'somebody-else' }),
      await signed({ aud: 'another-interface' }),
      await signed({ sub: 'nobody' }),
    ]
    for (const authorization of refused) expect(await statusWith(authorization)).toBe(401)
  })
})
