import { type Context, Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { BODY_LIMIT, readJson } from './body'
import { ServiceRefusal } from './refusal'

const JSON_TYPE = 'application/json'
const DOUBLED = 'The body gives a field twice.'
const UNPARSED = 'The body is not valid JSON.'
const DEEP = 'The body is nested deeper than 32 levels.'
const BYTES = 'The body is not valid UTF-8.'

/** What `readJson` returns for a body, or the refusal it throws. */
async function read(body: BodyInit, { limit = 1000, type = JSON_TYPE } = {}) {
  let outcome: unknown
  const app = new Hono().post('/', async (c: Context) => {
    outcome = await readJson(c, limit).catch((error: unknown) => error)
    return c.body(null)
  })
  const init = { method: 'POST', body, headers: { 'Content-Type': type }, duplex: 'half' }
  await app.request('/', init)
  return outcome
}
const refusalOf = async (...given: Parameters<typeof read>) => {
  const outcome = await read(...given)
  expect(outcome).toBeInstanceOf(ServiceRefusal)
  const { status, code, message } = outcome as ServiceRefusal
  return { status, code, message }
}
const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}1${close.repeat(depth)}`

describe('a JSON body', () => {
  it.each([
    ['nested 32 levels in arrays', nested(32, '[', ']')],
    ['nested 32 levels in objects', nested(32, '{"a":', '}')],
    ['with 40 arrays beside each other', `[${Array(40).fill('[]')}]`],
    ['with 40 objects beside each other', `[${Array(40).fill('{}')}]`],
    ['with 40 brackets in a name', JSON.stringify({ a: '[{'.repeat(20) })],
    ['with colons and quotes in a name', JSON.stringify({ a: '":":"', b: 1 })],
    ['with a backslash at the end of a name', JSON.stringify({ a: '\\', b: { c: ':' } })],
    ['with the same field in two items', '[{"a":1},{"a":1}]'],
    ['with a field called as the value of another', '{"a":"b","b":"a"}'],
  ])('%s is read', async (_, text) => {
    expect(await read(text)).toEqual(JSON.parse(text))
  })

  it.each([
    ['nested 33 levels in arrays', nested(33, '[', ']'), DEEP],
    ['nested 33 levels in objects', nested(33, '{"a":', '}'), DEEP],
    ['that ends early', '{"a":[1', UNPARSED],
    ['that is empty', '', UNPARSED],
    ['that gives a field twice', '{"a":1,"a":1}', DOUBLED],
    ['that gives a field twice in an item', '[{"b":[{"a":1,"a":2}]}]', DOUBLED],
    ['that gives a field twice, once escaped', '{"a":1,"\\u0061":2}', DOUBLED],
    ['in Latin-1', Buffer.from('"Hélène"', 'latin1'), BYTES],
  ])('%s gets 400', async (_, body, message) => {
    expect(await refusalOf(body)).toEqual({ status: 400, code: 'invalid_json', message })
  })

  it.each(['__proto__', 'constructor', 'prototype'])('with a field called %s gets 400', async (name) => {
    expect(await refusalOf(`{"a":[{"${name}":1}]}`)).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it.each([JSON_TYPE, 'Application/JSON', `${JSON_TYPE} ; charset=utf-8`])('is read as %s', async (type) => {
    expect(await read('{}', { type })).toEqual({})
  })

  it.each(['', 'text/json', `${JSON_TYPE}x`, `text/plain; ${JSON_TYPE}`])('gets 400 as %s', async (type) => {
    expect(await refusalOf('{}', { type })).toMatchObject({ status: 400, code: 'invalid_content_type' })
  })

  it('that stops because the client hung up gets 400: it is no failure of the service', async () => {
    const lost = new ReadableStream({ pull: (stream) => stream.error(new Error('aborted')) })
    expect(await refusalOf(lost)).toMatchObject({ status: 400, code: 'invalid_request' })
  })

  it('has as many bytes as the limit, declared or not, and not one more', async () => {
    const exact = '"é"'
    expect(await read(exact, { limit: 4 })).toBe('é')
    const unknownLength = () => new Blob([exact]).stream()
    for (const body of [exact, unknownLength()])
      expect(await refusalOf(body, { limit: 3 })).toMatchObject({ status: 413, code: 'body_too_large' })
  })
})

it('the longest possible bulk fits into the limit (section 8)', () => {
  const name = '\\ud83d\\ude00'.repeat(140)
  const item = `{"account":{"iban":"${'M'.repeat(34)}"},"account_holder":{"name":"${name}"}}`
  const body = `{"verifications":[${Array(2000).fill(item)}]}`
  expect(Buffer.byteLength(body)).toBeLessThan(BODY_LIMIT.bulk)
})
