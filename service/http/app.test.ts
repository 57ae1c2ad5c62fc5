import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClients } from '../clients/clients'
import { createTokens } from '../clients/token'
import { createApp, type Dependencies } from './app'

const tokens = createTokens(Buffer.alloc(32, 1))
const query = vi.fn(async () => {
  throw new Error('a secret of the database')
})
/** The service without its database. */
const app = createApp({
  database: { query, connect: query } as unknown as Dependencies['database'],
  institution: { ask: query },
  clients: createClients([{ id: 'c1', secret: 's', credits: 1 }]),
  tokens,
  enqueue: query,
})
const token = await tokens.issue('c1')
const ID = '00000000-0000-4000-8000-00000000000a'
const base = '/api-v1/account-holder-verifications'

async function answerOf(path: string, init: RequestInit = {}) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...init.headers }
  const response = await app.request(path, { ...init, headers })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const post = (path: string, body: unknown) => answerOf(path, { method: 'POST', body: JSON.stringify(body) })

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a request that fails inside the service', () => {
  it('gets 500 with the error body (2.8, 7.1), which reveals nothing, and is logged', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { status, body } = await answerOf(`${base}/bulk/${ID}`)
    expect({ status, body }).toEqual({
      status: 500,
      body: { code: 'internal_error', message: 'The service could not answer.' },
    })
    expect(log).toHaveBeenCalledWith(expect.stringContaining('a secret of the database'))
  })
})

describe('a request for bulk items (4.6)', () => {
  it.each(['0', '-1', '+1', '01', '1.5', '1e1', ' 1', '', 'x', '99999999'])(
    'for the page "%s" gets 400',
    async (page) => {
      expect(await answerOf(`${base}/bulk/${ID}/items?page=${encodeURIComponent(page)}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_page' },
      })
    },
  )
})

describe('an ID that is not a UUID', () => {
  it.each(['x', `${ID}0`, `0${ID}`, ID.replaceAll('-', ''), `${ID.slice(0, -1)}g`])(
    'gets 404: %s',
    async (id) => {
      for (const path of [`${base}/bulk/${id}`, `${base}/bulk/${id}/items`])
        expect(await answerOf(path)).toMatchObject({ status: 404, body: { code: 'bulk_not_found' } })
    },
  )
})

describe('the Authorization header (5.3)', () => {
  it.each([
    ['the scheme in any case', (own: string) => `bearer ${own}`, 400],
    ['several spaces', (own: string) => `Bearer  ${own}`, 400],
    ['another scheme', (own: string) => `Basic ${own}`, 401],
    ['no scheme', (own: string) => own, 401],
    ['something before it', (own: string) => `x Bearer ${own}`, 401],
    ['a second token', (own: string) => `Bearer ${own} ${own}`, 401],
    ['a comma behind it', (own: string) => `Bearer ${own},`, 401],
  ])('with %s', async (_, header, status) => {
    const sent = { headers: { Authorization: header(token) } }
    const answer = await answerOf(`${base}/bulk/${ID}/items?page=0`, sent)
    expect(answer.status).toBe(status)
    if (status === 401) expect(answer.body).toEqual({ code: 'invalid_token', message: expect.any(String) })
  })

  it('is asked for as RFC 6750 says, with an error only where a token was given', async () => {
    const challengeOf = async (Authorization: string) =>
      (await answerOf(`${base}/bulk/${ID}`, { headers: { Authorization } })).headers.get('www-authenticate')
    expect(await challengeOf('')).toBe('Bearer')
    expect(await challengeOf('Bearer x')).toBe('Bearer error="invalid_token"')
  })

  it('with the token of a client that is no longer known gets 401', async () => {
    const foreign = { headers: { Authorization: `Bearer ${await tokens.issue('c2')}` } }
    expect(await answerOf(`${base}/bulk/${ID}`, foreign)).toMatchObject({ status: 401 })
  })
})

describe('a bulk (4.4)', () => {
  const good = { account: { iban: 'DE89370400440532013000' }, account_holder: { name: 'Jean Dupont' } }
  it.each([
    ['no item', [], 'invalid_bulk_size', 'A bulk has 1 to 2000 items, not 0.'],
    ['2,001 items', Array(2001).fill(good), 'invalid_bulk_size', 'A bulk has 1 to 2000 items, not 2001.'],
    [
      '900,000 nulls',
      Array(900_000).fill(null),
      'invalid_bulk_size',
      'A bulk has 1 to 2000 items, not 900000.',
    ],
    ['null', null, 'verifications_required', 'verifications is required.'],
    ['a text', 'x', 'invalid_request', 'verifications must be an array.'],
    [
      'an item without IBAN',
      [good, { ...good, account: {} }],
      'iban_required',
      'verifications[1].account.iban is required.',
    ],
  ])('of %s is refused as a whole: %s', async (_, verifications, code, message) => {
    const { status, body } = await post(`${base}/bulk`, { verifications })
    expect({ status, body }).toEqual({ status: 400, body: { code, message } })
  })
})

describe('a path outside section 4', () => {
  it.each([
    '/',
    '/api-v1',
    '/api-v10/oauth2/token',
    '/oauth2/token',
    '/api-v1/api-v1/oauth2/token',
    `${base}/`,
  ])('gets 404 without a token: %s', async (path) => {
    expect(await answerOf(path, { headers: { Authorization: '' } })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })

  it('gets 405 with the methods it has, without a token', async () => {
    for (const [method, path, allow] of [
      ['POST', '/openapi.json', 'GET, HEAD'],
      ['DELETE', `/account-holder-verifications/bulk/${ID}`, 'GET, HEAD'],
      ['POST', `/account-holder-verifications/bulk/${ID}/items`, 'GET, HEAD'],
      ['GET', '/sandbox/account-holder-verifications', 'POST'],
      ['HEAD', '/oauth2/token', 'POST'],
    ] as const) {
      const answer = await app.request(`/api-v1${path}`, { method })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
    }
  })
})
