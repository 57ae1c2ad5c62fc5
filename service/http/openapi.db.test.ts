import { describe, expect, it } from 'vitest'
import { checkBody, requestToken, runService, signIn, waitForCompletion } from '../testing/service'
import * as responses from './responses'

const { url } = await runService()
const client = await signIn(url, 'c1')
const base = '/account-holder-verifications'
const description = (await client.get('/openapi.json')).body

describe('the OpenAPI description', () => {
  it('lists the seven endpoints of section 4 and no other', () => {
    const listed = Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method} ${path}`),
    )
    expect(listed.sort()).toEqual(
      [
        'post /oauth2/token',
        `post ${base}`,
        `get ${base}/{id}`,
        `post ${base}/bulk`,
        `get ${base}/bulk/{id}`,
        `get ${base}/bulk/{id}/items`,
        `post /sandbox${base}`,
      ].sort(),
    )
  })
  it('needs no token', async () => {
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200)
  })
  it('describes every response of the service', async () => {
    const iban = 'FR7630006000011234567890189'
    const credentials = { client_id: 'c1', client_secret: 'secret of c1' }
    responses.tokenResponse.parse(
      (await requestToken(url, { grant_type: 'client_credentials', ...credentials })).body,
    )
    const created = (await client.post(base, checkBody(iban, 'Jean Dupont'))).body
    responses.verificationResponse.parse(created)
    responses.verificationResponse.parse((await client.get(`${base}/${created.id}`)).body)
    for (const sandbox_result of ['match', 'no_match', 'close_match', 'failed'])
      responses.verificationResponse.parse(
        (await client.post(`/sandbox${base}`, checkBody(iban, 'Jean Dupont', { sandbox_result }))).body,
      )
    const verifications = [checkBody(iban, 'Jean Dupont'), checkBody('nonsense', 'Jean Dupont')]
    const bulk = (await client.post(`${base}/bulk`, { verifications })).body
    responses.bulkCreatedResponse.parse(bulk)
    responses.bulkResponse.parse((await waitForCompletion(client, bulk.id)).at(-1))
    responses.itemsResponse.parse((await client.get(`${base}/bulk/${bulk.id}/items`)).body)
    responses.errorResponse.parse((await client.post(base, {})).body)
  })
})
