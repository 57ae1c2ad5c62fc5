import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { sendBulk } from '@/lib/uploads/sending/send.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { pollDueBulks, storeCompared } from '@/lib/uploads/testing/office'
import { budgetsSetting } from '@/lib/upstream/budget.server'
import { LIVE, Provider, send } from '@/service/testing/provider'

type Page = { id: string; items: object[]; pagination: object }

let provider: Provider

const analyst = await insertPerson()
beforeEach(async () => {
  await db().setting.deleteMany()
  provider = await new Provider().start()
  await insertConnection(provider.baseUrl)
})
afterEach(() => provider.stop())

/** An upload whose only bulk was sent: pages of 100 items. */
async function sentUpload(rows: number) {
  const id = await storeCompared(requestOf(linesOf(keptRows(rows))), analyst)
  const bulk = await db().bulk.findFirstOrThrow({ where: { uploadId: id } })
  await sendBulk(bulk.id)
  return id
}
async function poll(id: string) {
  await db().bulk.updateMany({ where: { uploadId: id }, data: { nextPollAt: new Date(0) } })
  await pollDueBulks()
  return readUpload(id, analyst.actor)
}
const pageAt = (page: number) => `${LIVE}/bulk/${provider.ledger[0]?.id}/items?page=${page}`
/** The next page with this number is this one: by default, as it should be, with matches. */
const nextPage = (page: number, changed: Partial<Page> = {}, first = (page - 1) * 100) =>
  provider.next(pageAt(page), (_hit, response) => {
    const items = Array.from({ length: 100 }, (_, n) => ({
      ...{ index: first + n, status: 'completed', match_result: 'match' },
    }))
    const pagination = { current_page: page, per_page: 100, total_pages: 3 }
    send(response, 200, { id: provider.ledger[0]?.id, items, pagination, ...changed })
  })
const failPage = (page: number) =>
  provider.next(pageAt(page), (_hit, response) => send(response, 500, { code: 'server_error', message: '' }))

describe('the response to a poll', () => {
  it('is not stored when it is about another batch', async () => {
    const id = await sentUpload(3)
    provider.changeCounters = (bulk) => ({ ...bulk, id: randomUUID() })
    expect(await poll(id)).toMatchObject({ status: 'processing', bulks: [{ reported: null }] })
    expect(provider.pageReads).toBe(0)
    provider.changeCounters = (bulk) => bulk
    expect(await poll(id)).toMatchObject({ status: 'completed', counts: { match: 3 } })
  })

  it.each<[string, Partial<Page>]>([
    ['is about another batch', { id: randomUUID() }],
    ['is another page', { pagination: { current_page: 2, per_page: 100, total_pages: 3 } }],
    ['has no items', { items: undefined }],
  ])('is not stored when its first page %s', async (_, changed) => {
    const id = await sentUpload(100)
    nextPage(1, changed)
    const refused = await poll(id)
    expect(refused).toMatchObject({ status: 'processing', counts: { match: 0, waiting: 100 } })
    expect(refused.bulks).toMatchObject([{ withheld: null }])
    expect(await poll(id)).toMatchObject({ status: 'completed', counts: { match: 100 } })
  })

  it('may leave out the size and the number of pages, also when every page must be read', async () => {
    provider.changeCounters = (bulk) => ('pagination' in bulk ? { ...bulk, pagination: {} } : bulk)
    expect(await poll(await sentUpload(250))).toMatchObject({ status: 'completed', counts: { match: 250 } })
    provider.reversed = true
    expect(await poll(await sentUpload(300))).toMatchObject({ status: 'completed', counts: { match: 300 } })
  })
})

it('of a batch, no more pages are read than its items need, however many the provider claims', async () => {
  const id = await sentUpload(3)
  const one = (index: number) => ({ index, status: 'completed', match_result: 'match' })
  for (const page of [1, 2, 3, 4])
    nextPage(page, {
      items: [one(Math.min(page, 2))],
      pagination: { current_page: page, per_page: 1, total_pages: 2_000 },
    })
  expect((await poll(id)).bulks).toMatchObject([{ withheld: 'indexes' }])
  expect(provider.pageReads).toBe(0)
  expect(provider.count(`${LIVE}/bulk/${provider.ledger[0]?.id}/items`)).toBe(3)
})

it.each<[string, number, number]>([
  ['in place', 0, 5],
  ['in another order', 1, 0],
])('of a batch, no more is kept than its items can be: six pages of 1.9 MB, %s', async (_, shift, match) => {
  const id = await sentUpload(6)
  for (const page of [1, 2, 3, 4, 5, 6])
    nextPage(page, {
      items: [
        {
          ...{ index: (page - 1 + shift) % 6, status: 'completed', match_result: 'match' },
          padding: 'x'.repeat(1_900_000),
        },
      ],
      pagination: { current_page: page, per_page: 1, total_pages: 6 },
    })
  const refused = await poll(id)
  expect(refused).toMatchObject({ status: 'processing', counts: { match, waiting: 6 - match } })
  expect(refused.bulks).toMatchObject([{ withheld: null }])
  expect(await poll(id)).toMatchObject({ status: 'completed', counts: { match: 6 } })
})

describe('a page that can’t be read', () => {
  it('leaves its items for the next poll; the answers of the pages before it are stored', async () => {
    const id = await sentUpload(250)
    failPage(2)
    expect(await poll(id)).toMatchObject({ status: 'processing', counts: { match: 100, waiting: 150 } })
    failPage(2)
    expect(await poll(id)).toMatchObject({ status: 'processing', counts: { match: 100, waiting: 150 } })
    expect(await poll(id)).toMatchObject({ status: 'completed', counts: { match: 250 } })
  })

  it('leaves everything for the next poll when pages are in another order: nothing can be joined', async () => {
    provider.reversed = true
    const id = await sentUpload(300)
    failPage(2)
    const failed = await poll(id)
    expect(failed).toMatchObject({ status: 'processing', counts: { match: 0, waiting: 300 } })
    expect(failed.bulks).toMatchObject([{ withheld: null }])
    expect(await poll(id)).toMatchObject({ status: 'completed', counts: { match: 300 } })
  })
})

describe('a list that changes while it is read', () => {
  it.each<[string, () => void]>([
    ['is shifted by an item', () => nextPage(2, {}, 99)],
    ['has another page size', () => nextPage(2, { pagination: { per_page: 50, total_pages: 6 } })],
  ])('is read again as a whole when a later page %s', async (_, change) => {
    const id = await sentUpload(300)
    change()
    expect(await poll(id)).toMatchObject({ status: 'completed', counts: { match: 300 } })
    // pages 1 and 3, then 2 and 3 again
    expect(provider.pageReads).toBe(4)
  })
})

describe('a poll without a place in the rate limit', () => {
  it.each([
    [0, 'of its status'],
    [1, 'of its first page'],
  ])('is put off, and nothing is requested: with %i places, for the request %s', async (places) => {
    const id = await sentUpload(3)
    const { id: connectionId } = await db().connection.findFirstOrThrow({ where: { active: true } })
    await budgetsSetting.save({ bulk: 1 + places })
    await db().upstreamCall.deleteMany()
    await db().upstreamCall.create({ data: { connectionId, lane: 'bulk' } })
    expect(await poll(id)).toMatchObject({ status: 'processing', counts: { waiting: 3 } })
    expect([provider.polls, provider.pageReads]).toEqual([places, 0])
    const { nextPollAt, leaseUntil } = await db().bulk.findFirstOrThrow({ where: { uploadId: id } })
    expect([nextPollAt && nextPollAt.getTime() > Date.now(), leaseUntil]).toEqual([true, null])
    await db().upstreamCall.deleteMany()
    await budgetsSetting.save({})
    expect(await poll(id)).toMatchObject({ status: 'completed', counts: { match: 3 } })
  })
})
