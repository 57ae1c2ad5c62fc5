import { describe, expect, it } from 'vitest'
import { classifyPaid, classifyRead, errorCode, type PlainAnswer, parseBody, retryAfter } from './classify'
import { parseVerification } from './contract'

const ID = '7d8e9c7a-0000-4000-8000-000000000001'
const answer = (status: number, body: unknown, headers: Record<string, string> = {}): PlainAnswer => ({
  status,
  headers,
  text: typeof body === 'string' ? body : JSON.stringify(body),
  latencyMs: 12,
})
const paid = (status: number, body: unknown, headers = {}) => {
  const outcome = classifyPaid(answer(status, body, headers), parseVerification)
  return outcome.kind === 'accepted' ? 'accepted' : `${outcome.kind} ${outcome.code}`
}
const error = { code: 'some_code', message: 'some text' }

describe('the response to a paid request', () => {
  it.each([
    [200, { id: ID, status: 'completed' }, 'accepted'],
    [200, { id: ID }, 'accepted'],
    [200, {}, 'unknown upstream_bad_response'],
    [200, [], 'unknown upstream_bad_response'],
    [200, 'null', 'unknown upstream_bad_response'],
    [200, '"ok"', 'unknown upstream_bad_response'],
    [200, '', 'unknown upstream_bad_response'],
    [200, '<html>', 'unknown upstream_bad_response'],
    [200, '{"id":"', 'unknown upstream_bad_response'],
    [200, { id: '../token' }, 'unknown upstream_bad_response'],
    [200, { id: 7 }, 'unknown upstream_bad_response'],
    [201, { id: ID }, 'unknown upstream_error'],
    [204, '', 'unknown upstream_error'],
    [206, { id: ID }, 'unknown upstream_error'],
    [300, '', 'unknown upstream_error'],
    [301, '', 'rejected upstream_redirect'],
    [302, '', 'unknown upstream_error'],
    [303, '', 'unknown upstream_error'],
    [304, '', 'unknown upstream_error'],
    [307, '', 'rejected upstream_redirect'],
    [308, '', 'rejected upstream_redirect'],
    [400, error, 'rejected upstream_rejected_input'],
    [401, error, 'rejected upstream_auth_failed'],
    [403, error, 'rejected credits_exhausted'],
    [403, { code: 'Credits: none left', message: 'x' }, 'rejected credits_exhausted'],
    [403, '<html>', 'rejected upstream_forbidden'],
    [403, { code: 403 }, 'rejected upstream_forbidden'],
    [403, {}, 'rejected upstream_forbidden'],
    [402, error, 'not_sent upstream_unavailable'],
    [404, error, 'not_sent upstream_unavailable'],
    [405, '', 'not_sent upstream_unavailable'],
    [406, '', 'unknown upstream_error'],
    [407, '', 'not_sent upstream_unavailable'],
    [408, error, 'unknown upstream_error'],
    [409, '', 'unknown upstream_error'],
    [410, '', 'not_sent upstream_unavailable'],
    [413, '', 'rejected upstream_rejected_input'],
    [415, '', 'not_sent upstream_unavailable'],
    [418, '', 'not_sent upstream_unavailable'],
    [420, '', 'unknown upstream_error'],
    [421, '', 'not_sent upstream_unavailable'],
    [422, error, 'rejected upstream_rejected_input'],
    [424, error, 'unknown upstream_error'],
    [425, '', 'not_sent upstream_unavailable'],
    [429, error, 'not_sent upstream_rate_limited'],
    [431, '', 'not_sent upstream_unavailable'],
    [451, '', 'not_sent upstream_unavailable'],
    [499, '', 'unknown upstream_error'],
    [500, error, 'unknown upstream_error'],
    [502, '', 'unknown upstream_error'],
    [503, '', 'unknown upstream_error'],
    [504, '', 'unknown upstream_error'],
    [599, '', 'unknown upstream_error'],
  ])('with %i %j is %s', (status, body, expected) => {
    expect(paid(status, body)).toBe(expected)
  })

  it('is parsed despite a byte order mark or an encoding header in capitals', () => {
    expect(paid(200, `\ufeff${JSON.stringify({ id: ID })}`)).toBe('accepted')
    expect(paid(200, { id: ID }, { 'content-encoding': 'Identity' })).toBe('accepted')
  })

  it.each([
    `{"id":"${ID}","status":"completed","match_result":"no_match","match_result":"match"}`,
    `{"id":"${ID}","id":"${ID}"}`,
    `{"id":"${ID}","match\\u005fresult":"match", "match_result" : "match"}`,
    `{"id":"${ID}","enrichment":{"bic_code":{"value":"AGRIFRPP","value":"BNPAFRPP"}}}`,
  ])('is unknown when it gives a field twice: %s', (body) => {
    expect(paid(200, body)).toBe('unknown upstream_bad_response')
  })

  it('may repeat a name in other objects, and as a value', () => {
    const value = { status: 'id', '"id": ': '"id":', nested: [{ id: ID }, { id: ID, value: '\\' }] }
    expect(paid(200, { id: ID, ...value })).toBe('accepted')
    expect(paid(200, `{"id":"${ID}","__proto__":{"id":1},"":""}`)).toBe('accepted')
  })

  it('is unknown when it is compressed without request, or nested too deeply', () => {
    expect(paid(200, { id: ID }, { 'content-encoding': 'gzip' })).toBe('unknown upstream_bad_response')
    expect(paid(200, `{"id":"${ID}","a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)).toBe(
      'unknown upstream_bad_response',
    )
  })
})

describe('the response to a read', () => {
  it.each([
    [200, { id: ID }, 'ok'],
    [200, '<html>', 'upstream_bad_response'],
    [401, error, 'upstream_auth_failed'],
    [400, error, 'upstream_not_found'],
    [404, error, 'upstream_not_found'],
    [410, '', 'upstream_not_found'],
    [403, error, 'upstream_unavailable'],
    [408, error, 'upstream_unavailable'],
    [429, error, 'upstream_rate_limited'],
    [500, error, 'upstream_unavailable'],
  ])('with %i %j is %s', (status, body, expected) => {
    const outcome = classifyRead(answer(status, body), parseVerification)
    expect(outcome.kind === 'ok' ? 'ok' : outcome.code).toBe(expected)
  })
})

describe('the delay after 429', () => {
  const wait = (value?: string, now = 0) =>
    retryAfter({ headers: value === undefined ? {} : { 'retry-after': value } }, now)
  it('follows the header, between one second and two minutes', () => {
    expect([wait('5'), wait('0'), wait('86400')]).toEqual([5_000, 1_000, 120_000])
    expect(wait(new Date(30_000).toUTCString(), 0)).toBe(30_000)
  })
  it.each(['soon', '-1', '1, 2', '5 minutes', ''])('is a minute when the header is %j', (value) => {
    expect(wait(value)).toBe(60_000)
  })
  it('is computed from the date of the response, not from our clock', () => {
    const until = (date: string, now: number) =>
      retryAfter({ headers: { 'retry-after': new Date(30_000).toUTCString(), date } }, now)
    const sent = new Date(10_000).toUTCString()
    expect([until(sent, 25_000), until(sent, 600_000), until('soon', 25_000)]).toEqual([
      20_000, 20_000, 5_000,
    ])
  })
  it('without a header is the rest of the minute plus up to five seconds', () => {
    for (let i = 0; i < 50; i++) expect(wait()).toBeGreaterThanOrEqual(60_000)
    for (let i = 0; i < 50; i++) expect(wait()).toBeLessThanOrEqual(65_000)
  })
})

describe('an error body', () => {
  it('yields its code when that is a short word, and nothing of its message', () => {
    expect(errorCode(answer(400, { code: 'iban_required', message: 'IBAN FR76… is missing' }))).toBe(
      'iban_required',
    )
    for (const code of ['x'.repeat(10_240), 'two words', 7, null, '<b>'])
      expect(errorCode(answer(400, { code }))).toBeNull()
    expect(errorCode(answer(400, 'null'))).toBeNull()
  })
  it("is undefined when it isn't JSON", () => {
    expect(parseBody(answer(200, '{'))).toBeUndefined()
  })
})
