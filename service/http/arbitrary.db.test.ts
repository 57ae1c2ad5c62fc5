import fc from 'fast-check'
import { expect, it } from 'vitest'
import { account, runService, signIn, type TestResponse } from '../testing/service'

const { url } = await runService()
const client = await signIn(url, 'c1')
const base = '/account-holder-verifications'

/** Expects a success, or a refusal with exactly a code and a message, never a 5xx. */
function expectValidResponse({ status, body }: TestResponse) {
  if (status === 200) return
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(body).toEqual({ code: expect.any(String), message: expect.any(String) })
}

const part = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constant(account(1)))
const payload = fc.oneof(
  fc.jsonValue(),
  fc.record(
    { account: fc.record({ iban: part }), account_holder: fc.record({ name: part }), sandbox_result: part },
    { requiredKeys: [] },
  ),
)

it('any JSON gets a valid response, at every endpoint with a body', async () => {
  const body = fc.oneof(payload, fc.record({ verifications: fc.oneof(part, fc.array(payload)) }))
  const path = fc.constantFrom(base, `${base}/bulk`, `/sandbox${base}`, '/oauth2/token')
  await fc.assert(
    fc.asyncProperty(path, body, async (to, value) => expectValidResponse(await client.post(to, value))),
    { numRuns: 200 },
  )
})

it('any text gets a valid response, whatever its content type', async () => {
  const path = fc.constantFrom(base, `${base}/bulk`, `/sandbox${base}`, '/oauth2/token')
  const type = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', 'text/plain', 'x')
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.webQueryParameters())
  await fc.assert(
    fc.asyncProperty(path, type, text, async (to, contentType, sent) =>
      expectValidResponse(await client.send('POST', to, sent, { 'Content-Type': contentType })),
    ),
    { numRuns: 100 },
  )
})

it('any ID and page get a valid response', async () => {
  const segment = fc
    .string({ unit: 'binary', minLength: 1 })
    .map((text) => encodeURIComponent(text.toWellFormed()))
  await fc.assert(
    fc.asyncProperty(segment, segment, async (id, page) => {
      expectValidResponse(await client.get(`${base}/${id}`))
      expectValidResponse(await client.get(`${base}/bulk/${id}`))
      expectValidResponse(await client.get(`${base}/bulk/${id}/items?page=${page}`))
    }),
    { numRuns: 60 },
  )
})
