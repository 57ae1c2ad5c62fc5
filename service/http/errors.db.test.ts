import { describe, expect, it } from 'vitest'
import { account, checkBody, runService, signIn } from '../testing/service'

const { url } = await runService()
const single = '/account-holder-verifications'
const sandbox = '/sandbox/account-holder-verifications'
const bulk = '/account-holder-verifications/bulk'
const good = checkBody(account(1), 'Jean Dupont')

const client1 = await signIn(url, 'c1')
/** A body of unknown length: the same part repeated. */
function streamOf(count: number, part: Uint8Array): ReadableStream<Uint8Array> {
  let left = count
  return new ReadableStream({
    pull(controller) {
      if (left-- > 0) controller.enqueue(part)
      else controller.close()
    },
  })
}

describe('the error body (2.8) and the 400 cases (7.3)', () => {
  const bad: [code: string, body: unknown][] = [
    ['iban_required', {}],
    ['iban_required', { account: {}, account_holder: { name: 'Jean Dupont' } }],
    ['iban_required', { account: { iban: null }, account_holder: { name: 'Jean Dupont' } }],
    ['iban_required', checkBody(' ', 'Jean Dupont')],
    ['name_required', { account: { iban: account(1) } }],
    ['name_required', { account: { iban: account(1) }, account_holder: {} }],
    ['name_required', checkBody(account(1), '  ')],
    ['invalid_iban_format', checkBody('QQ12 3456', 'Jean Dupont')],
    ['invalid_iban_format', checkBody(`${account(1).slice(0, -1)}é`, 'Jean Dupont')],
    ['invalid_iban_country_format', checkBody(account(1).slice(0, -1), 'Jean Dupont')],
    ['invalid_iban_checksum', checkBody(`DE00${account(1).slice(4)}`, 'Jean Dupont')],
    ['invalid_name_format', checkBody(account(1), 'x'.repeat(141))],
    ['invalid_name_format', checkBody(account(1), 'Jean\u0000Dupont')],
    ['invalid_name_format', checkBody(account(1), 'Jean \ud800 Dupont')],
    ['invalid_request', { account: { iban: 12 }, account_holder: { name: 'Jean Dupont' } }],
    ['invalid_request', []],
    ['invalid_request', null],
  ]
  it.each(bad)('%s: %j', async (code, body) => {
    for (const path of [single, sandbox])
      expect(await client1.post(path, body)).toMatchObject({
        status: 400,
        body: { code, message: expect.any(String) },
      })
  })
  it('refuses sandbox_result on the production endpoints, and an unknown value in the sandbox', async () => {
    const forced = { ...good, sandbox_result: 'match' }
    expect((await client1.post(single, forced)).body.code).toBe('sandbox_result_not_allowed')
    for (const body of [{ verifications: [forced] }, { verifications: [good], sandbox_result: 'match' }])
      expect((await client1.post(bulk, body)).body.code).toBe('sandbox_result_not_allowed')
    expect((await client1.post(sandbox, { ...good, sandbox_result: 'maybe' })).body.code).toBe(
      'invalid_sandbox_result',
    )
  })
  it('accepts a bulk of 1 to 2,000 items only', async () => {
    const sizes = await Promise.all(
      [0, 1, 2000, 2001].map(
        async (n) => (await client1.post(bulk, { verifications: Array(n).fill(good) })).status,
      ),
    )
    expect(sizes).toEqual([400, 200, 200, 400])
  })
  it.each([
    [{}, 'verifications_required'],
    [{ verifications: {} }, 'invalid_request'],
    [{ verifications: [good, { account: {} }] }, 'iban_required'],
    [{ verifications: [good, null] }, 'invalid_request'],
    [{ verifications: [good, { account: { iban: account(1) } }] }, 'name_required'],
  ])('refuses the whole bulk %j: %s', async (body, code) => {
    expect(await client1.post(bulk, body)).toMatchObject({ status: 400, body: { code } })
  })
})

describe('the error message', () => {
  it.each([
    ['The body', null],
    ['verifications[1]', { verifications: [good, null] }],
    ['verifications[1].account', { verifications: [good, { account: 1 }] }],
  ])('names %s when it has the wrong type', async (what, body) => {
    const { body: refusal } = await client1.post(body === null ? sandbox : bulk, body)
    expect(refusal).toEqual({ code: 'invalid_request', message: `${what} has the wrong type.` })
  })
})

const client2 = await signIn(url, 'c2')
describe('a request outside the interface', () => {
  it.each([
    ['not JSON', '{"account":'],
    ['empty', ''],
    ['100,000 levels of arrays', '['.repeat(100_000)],
    ['100,000 levels of objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['__proto__', `{"__proto__":{"x":1},"account":{"iban":"${account(1)}"},"account_holder":{"name":"A B"}}`],
    ['invalid UTF-8 escaped as a lone surrogate', '"\\ud800"'],
  ])('gets 400 when its body is %s', async (_, text) => {
    for (const path of [single, sandbox, bulk]) {
      const answer = await client2.send('POST', path, text)
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body)).toEqual(['code', 'message'])
    }
  })
  it('gets 400 when its body gives a field twice: which of the two is meant would be a guess', async () => {
    const text = JSON.stringify(good)
    const twice = text.replace('"iban":', `"\\u0069ban":"${account(2)}","iban":`)
    for (const [path, body] of [
      [single, twice],
      [sandbox, `${text.slice(0, -1)},"sandbox_result":"match","sandbox_result":"failed"}`],
      [bulk, `{"verifications":[${text},${twice}]}`],
      [bulk, `{"verifications":[],"verifications":[${text}]}`],
    ] as const)
      expect(await client2.send('POST', path, body)).toMatchObject({
        status: 400,
        body: { code: 'invalid_json', message: 'The body gives a field twice.' },
      })
    const apart = checkBody(account(1), 'A "name": \\"iban":')
    expect((await client2.post(sandbox, apart)).status).toBe(200)
    expect((await client2.post(bulk, { verifications: [apart, apart] })).status).toBe(200)
  })
  it('gets 413 for 10 MB, declared or streamed', async () => {
    const text = `"${'x'.repeat(10_000_000)}"`
    for (const path of [single, sandbox, bulk])
      expect(await client2.send('POST', path, text)).toMatchObject({
        status: 413,
        body: { code: 'body_too_large' },
      })
    const streamed = await fetch(`${url}${sandbox}`, {
      method: 'POST',
      headers: { Authorization: client2.authorization, 'Content-Type': 'application/json' },
      body: streamOf(160, Buffer.alloc(65_536, 'x')),
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(413)
  })
  it('gets 404 for unknown paths and 405 with Allow for other methods', async () => {
    for (const path of ['/', '/nothing', `${single}/`, `${bulk}/a/b`, '/oauth2'])
      expect(await client2.get(path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    for (const [method, path, allow] of [
      ['GET', single, 'POST'],
      ['GET', bulk, 'POST'],
      ['PUT', single, 'POST'],
      ['DELETE', `${single}/x`, 'GET, HEAD'],
      ['POST', `${bulk}/x/items`, 'GET, HEAD'],
      ['GET', '/oauth2/token', 'POST'],
    ] as const) {
      const answer = await client2.send(method, path)
      expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } })
      expect(answer.headers.get('allow')).toBe(allow)
    }
  })
  it('gets 400 for a body of another content type', async () => {
    const answer = await client2.send('POST', sandbox, JSON.stringify(good), { 'Content-Type': 'text/plain' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_content_type' } })
  })
})
