import { describe, expect, it } from 'vitest'
import { account, checkBody, runService, signIn, temporaryFile, waitForCompletion } from '../testing/service'

const register = temporaryFile(
  'register.csv',
  `iban,name\n${account(1)},Jean Dupont\n${account(2)},Anna Schmidt\n`,
)
const { url } = await runService({ register, latencyMs: 20 })
const bulk = '/account-holder-verifications/bulk'

const mixed = [
  checkBody(account(1), 'Jean Dupont'),
  checkBody(account(1), 'Jean Dupond'),
  checkBody('DE12', 'Jean Dupont'),
  checkBody(account(2), 'Wolfgang Achterberg'),
  checkBody(account(3), 'Jean Dupont'),
  checkBody('GE29NB0000000101904917', 'Jean Dupont'),
  checkBody(account(2), 'Γεωργία Παπαδοπούλου'),
]

describe('a bulk (2.4, 4.4 to 4.6)', () => {
  it('is created with exactly four fields', async () => {
    const { status, body } = await (await signIn(url, 'c1')).post(bulk, { verifications: mixed })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.any(String),
      status: 'accepted',
      total_items: 7,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    })
  })

  it('returns each item by its position, without an ID where it was rejected', async () => {
    const client = await signIn(url, 'c2')
    const { body: created } = await client.post(bulk, { verifications: mixed })
    const final = (await waitForCompletion(client, created.id)).at(-1)
    expect(final).toEqual({
      id: created.id,
      status: 'completed',
      total_items: 7,
      completed_items: 4,
      failed_items: 2,
      rejected_items: 1,
      in_progress_items: 0,
      created_at: created.created_at,
    })
    const { body } = await client.get(`${bulk}/${created.id}/items`)
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/)
    const failed = { id, status: 'failed' }
    expect(body).toEqual({
      ...final,
      pagination: { current_page: 1, per_page: 100, total_items: 7, total_pages: 1, has_next_page: false },
      items: [
        { index: 0, id, status: 'completed', match_result: 'match' },
        { index: 1, id, status: 'completed', match_result: 'close_match', matched_name: 'Jean Dupont' },
        { index: 2, status: 'rejected', status_reason: 'invalid_iban_format' },
        { index: 3, id, status: 'completed', match_result: 'no_match' },
        {
          index: 4,
          id,
          status: 'completed',
          match_result: 'account_not_verifiable',
          status_reason: 'verification_not_possible',
        },
        { index: 5, ...failed, status_reason: 'institution_out_of_scope' },
        { index: 6, ...failed, status_reason: 'verification_not_possible' },
      ],
    })
    const { index: _, ...first } = body.items[0]
    expect((await client.get(`/account-holder-verifications/${first.id}`)).body).toEqual(first)
  })

  it('moves from accepted to processing to completed, with counters that add up and never decrease', async () => {
    const client = await signIn(url, 'c3')
    const items = Array.from({ length: 600 }, (_, n) => checkBody(account(n % 5), 'Jean Dupont'))
    const { body: created } = await client.post(bulk, { verifications: items })
    const statuses = await waitForCompletion(client, created.id)
    const order = ['accepted', 'processing', 'completed']
    for (const [n, now] of statuses.entries()) {
      const done = now.completed_items + now.failed_items + now.rejected_items
      expect(done + now.in_progress_items).toBe(600)
      const before = statuses[Math.max(0, n - 1)]
      expect(now.completed_items).toBeGreaterThanOrEqual(before.completed_items)
      expect(order.indexOf(now.status)).toBeGreaterThanOrEqual(order.indexOf(before.status))
    }
    expect(statuses.filter(({ status }) => status === 'processing').length).toBeGreaterThan(1)
  })

  it('is read in pages of 100, the first item of page 2 being index 100', async () => {
    const client = await signIn(url, 'c4')
    const { body: created } = await client.post(bulk, { verifications: Array(250).fill(mixed[0]) })
    const page = async (n: number | string) =>
      (await client.get(`${bulk}/${created.id}/items?page=${n}`)).body
    const second = await page(2)
    expect(second.items.map((item: { index: number }) => item.index)).toEqual(
      Array.from({ length: 100 }, (_, n) => n + 100),
    )
    expect(second.pagination).toEqual({
      current_page: 2,
      per_page: 100,
      total_items: 250,
      total_pages: 3,
      has_next_page: true,
    })
    expect(await page(3)).toMatchObject({ pagination: { has_next_page: false }, items: { length: 50 } })
    expect(await page(9)).toMatchObject({ pagination: { has_next_page: false }, items: [] })
    for (const wrong of [0, -1, 'x', '1.5', '99999999999999999999'])
      expect((await page(wrong)).code).toBe('invalid_page')
  })

  it('of rejected items alone is completed at once', async () => {
    const client = await signIn(url, 'c5')
    const { body } = await client.post(bulk, { verifications: [checkBody('x', 'Jean Dupont')] })
    expect(body.status).toBe('accepted')
    expect((await client.get(`${bulk}/${body.id}`)).body).toMatchObject({
      status: 'completed',
      rejected_items: 1,
    })
  })

  it('is unknown to other clients', async () => {
    const { body } = await (await signIn(url, 'c6')).post(bulk, { verifications: mixed })
    const other = await signIn(url, 'c7')
    for (const path of [`${bulk}/${body.id}`, `${bulk}/${body.id}/items`, `${bulk}/abc`])
      expect(await other.get(path)).toMatchObject({ status: 404, body: { code: 'bulk_not_found' } })
  })
})

it('a bulk of 2,000 items is accepted and completed (`npm run bench -- service` measures the time)', async () => {
  const client = await signIn((await runService()).url, 'c8')
  const verifications = Array.from({ length: 2000 }, (_, n) => checkBody(account(n), 'Jean Dupont'))
  const { status, body } = await client.post(bulk, { verifications })
  expect({ status, total: body.total_items }).toEqual({ status: 200, total: 2000 })
  const final = (await waitForCompletion(client, body.id)).at(-1)
  expect(final).toMatchObject({ in_progress_items: 0, rejected_items: 0 })
  expect(final.completed_items + final.failed_items).toBe(2000)
})
