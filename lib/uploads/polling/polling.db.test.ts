import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { keepLeaseRenewed, leaseDueBulks } from '@/lib/uploads/polling/lease.server'
import { storePoll } from '@/lib/uploads/polling/store.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { sendBulk } from '@/lib/uploads/sending/send.server'
import { keptRows, linesOf, requestOf, type TestRow } from '@/lib/uploads/testing/body'
import { pollDueBulks, runWorker, storeCompared } from '@/lib/uploads/testing/office'
import { readLedger } from '@/lib/usage/reconcile.server'
import { LIVE, Provider, send } from '@/service/testing/provider'

let provider: Provider

const analyst = await insertPerson()
beforeEach(async () => {
  provider = await new Provider().start()
  await insertConnection(provider.baseUrl)
})
afterEach(() => provider.stop())

async function sentUpload(rows: TestRow[]) {
  const id = await storeCompared(requestOf(linesOf(rows)), analyst)
  const bulk = await db().bulk.findFirstOrThrow({ where: { uploadId: id } })
  await sendBulk(bulk.id)
  return id
}
const due = (id: string) =>
  db().bulk.updateMany({ where: { uploadId: id }, data: { nextPollAt: new Date(0) } })
/** Items from a provider whose indexes start elsewhere. */
const shifted = (by: number) => (items: object[]) =>
  items.map((item) => ({ ...item, index: (item as { index: number }).index + by }))
/** Bulks and items of a provider whose counters decrease. */
const backwards = (by: number) => (bulk: { [counter: string]: unknown }) => ({
  ...bulk,
  completed_items: Number(bulk.completed_items) - by,
  in_progress_items: Number(bulk.in_progress_items) + by,
})
const changedMind = (known: number) => (items: object[]) =>
  items.map((item, index) => (known > 0 && index >= known ? { index, status: 'pending' } : item))
async function lookOnce(id: string) {
  await due(id)
  await pollDueBulks()
  return readUpload(id, analyst.actor)
}

describe('polling a bulk', () => {
  it('shows each result as soon as the provider has it, and reads only pages that can have changed', async () => {
    provider.itemsPerPoll = 150
    const id = await sentUpload(keptRows(1_000))
    expect(await lookOnce(id)).toMatchObject({ status: 'processing', counts: { match: 150, waiting: 850 } })
    expect(provider.pageReads).toBeLessThan(10)
    await runWorker(id)
    expect(await readUpload(id, analyst.actor)).toMatchObject({
      status: 'completed',
      counts: { match: 1_000 },
    })
  })

  it('reads no page while the counters show nothing new', async () => {
    provider.itemsPerPoll = 0
    const id = await sentUpload(keptRows(20))
    await lookOnce(id)
    await lookOnce(id)
    expect([provider.polls, provider.pageReads]).toEqual([2, 0])
  })

  it('counts rows, not verifications: equal rows change together', async () => {
    const [row] = keptRows(1)
    const id = await sentUpload(Array.from({ length: 5 }, () => row as TestRow))
    expect(await lookOnce(id)).toMatchObject({
      total: 5,
      counts: { match: 5 },
      verifications: 1,
      status: 'completed',
    })
  })

  it('opens a review as soon as its answer is there, while the file is still running', async () => {
    provider.itemsPerPoll = 1
    const rows = keptRows(3).map((row, n) => ({ ...row, name: n === 0 ? 'Ann Close' : 'Ann' })) as TestRow[]
    const id = await sentUpload(rows)
    expect((await lookOnce(id)).status).toBe('processing')
    expect(await db().review.count({ where: { uploadId: id } })).toBe(1)
  })

  it.each<[string, Partial<Provider>]>([
    ['begin at 1', { change: shifted(1) }],
    ['begin at −1', { change: shifted(-1) }],
    ['repeat an index', { change: (items) => items.map((item) => ({ ...item, index: 0 })) }],
    [
      'give two answers for one item',
      { change: (items) => [...items, { ...items[0], match_result: 'no_match' }] },
    ],
    ['leave an item out', { change: (items) => items.slice(1) }],
    ['hold a text as index', { change: (items) => items.map((item) => ({ ...item, index: '0' })) }],
  ])('withholds every result when the indexes %s', async (_what, misbehaviour) => {
    Object.assign(provider, misbehaviour)
    const id = await sentUpload(keptRows(150))
    await lookOnce(id)
    expect(await lookOnce(id)).toMatchObject({
      status: 'processing',
      counts: { match: 0, waiting: 150 },
      bulks: [{ withheld: 'indexes' }],
    })
  })

  it('stores withheld results once the list is complete', async () => {
    provider.change = shifted(1)
    const id = await sentUpload(keptRows(150))
    await lookOnce(id)
    provider.change = shifted(0)
    expect(await lookOnce(id)).toMatchObject({
      status: 'completed',
      counts: { match: 150 },
      bulks: [{ withheld: null }],
    })
  })

  it('withholds every result only while the provider reports another number of items', async () => {
    provider.itemsPerPoll = 0
    provider.changeCounters = (bulk) => ({ ...bulk, total_items: 4 })
    const id = await sentUpload(keptRows(3))
    expect(await lookOnce(id)).toMatchObject({ bulks: [{ withheld: 'total_items' }] })
    provider.changeCounters = (bulk) => bulk
    expect(await lookOnce(id)).toMatchObject({ counts: { waiting: 3 }, bulks: [{ withheld: null }] })
  })

  it('waits for a bulk that is not found yet, and reports it after ten minutes, until it is found', async () => {
    provider.hidesBulks = true
    const id = await sentUpload(keptRows(3))
    expect(await lookOnce(id)).toMatchObject({ status: 'processing', bulks: [{ withheld: null }] })
    await db().bulk.updateMany({
      where: { uploadId: id },
      data: { acceptedAt: new Date(Date.now() - 11 * 60_000), lastMovementAt: null },
    })
    const missing = await lookOnce(id)
    expect(missing).toMatchObject({
      status: 'processing',
      counts: { waiting: 3 },
      bulks: [{ withheld: 'missing_upstream', upstreamId: provider.ledger[0]?.id }],
    })
    // reported once: watchers don't reload for nothing
    expect((await lookOnce(id)).version).toBe(missing.version)
    provider.hidesBulks = false
    provider.itemsPerPoll = 0
    expect(await lookOnce(id)).toMatchObject({ bulks: [{ withheld: null }], counts: { waiting: 3 } })
    provider.itemsPerPoll = 3
    expect(await lookOnce(id)).toMatchObject({ status: 'completed', counts: { match: 3 } })
    expect(provider.ledger).toHaveLength(1)
  })

  it('does not report a bulk as not found when only its items are refused', async () => {
    const id = await sentUpload(keptRows(3))
    await db().bulk.updateMany({
      where: { uploadId: id },
      data: { acceptedAt: new Date(Date.now() - 11 * 60_000), lastMovementAt: null },
    })
    const refused = { code: 'invalid_page', message: 'No.' }
    const items = `${LIVE}/bulk/${provider.ledger[0]?.id}/items`
    provider.next(items, (_hit, response) => send(response, 400, refused))
    expect(await lookOnce(id)).toMatchObject({ status: 'processing', bulks: [{ withheld: null }] })
  })

  it('handles items in another order across pages', async () => {
    provider.reversed = true
    const rows = keptRows(300).map((row, n) => ({ ...row, name: n === 7 ? 'Ann Other' : 'Ann' }) as TestRow)
    const id = await sentUpload(rows)
    expect(await lookOnce(id)).toMatchObject({ status: 'completed', counts: { match: 299, no_match: 1 } })
    const wrong = await db().verification.findFirstOrThrow({
      where: { uploadId: id, matchResult: 'no_match' },
    })
    expect(wrong.name).toBe('Ann Other')
  })

  it('completes an upload only when every answer is stored, whatever status the provider reports', async () => {
    provider.itemsPerPoll = 0
    provider.changeCounters = (bulk) => ({ ...bulk, status: 'completed' })
    const id = await sentUpload(keptRows(20))
    expect(await lookOnce(id)).toMatchObject({ status: 'processing', counts: { waiting: 20 } })
    provider.itemsPerPoll = Number.POSITIVE_INFINITY
    expect(await lookOnce(id)).toMatchObject({ status: 'completed', counts: { match: 20 } })
  })

  it('completes an upload once every answer is stored, even if the provider reports an unknown status', async () => {
    provider.changeCounters = (bulk) => ({ ...bulk, status: 'COMPLETED' })
    const id = await sentUpload(keptRows(20))
    expect(await lookOnce(id)).toMatchObject({ status: 'completed', counts: { match: 20 } })
  })

  it('ignores a counter larger than any batch, which would make the ledger unreadable', async () => {
    provider.changeCounters = (bulk) => ({ ...bulk, rejected_items: 5_000_000_000 })
    const id = await sentUpload(keptRows(3))
    expect(await lookOnce(id)).toMatchObject({
      status: 'completed',
      counts: { match: 3 },
      bulks: [{ reported: { completed: 3, rejected: null } }],
    })
    const line = (await readLedger({})).lines.find((one) => one.kind === 'upload' && one.id === id)
    expect(line).toMatchObject({ acknowledged: 3, rejectedItems: 0, addsUp: true })
  })

  it('accepts a name of 20,000 characters and cuts it with an ellipsis', async () => {
    provider.change = (items) =>
      items.map((item) => ({ ...item, match_result: 'close_match', matched_name: 'é'.repeat(20_000) }))
    const id = await sentUpload(keptRows(3))
    expect(await lookOnce(id)).toMatchObject({ status: 'completed', counts: { close_match: 3 } })
    const { matchedName } = await db().verification.findFirstOrThrow({ where: { uploadId: id } })
    expect(matchedName).toBe(`${'é'.repeat(199)}…`)
  })

  it('treats an unknown item status as final only once the provider reports that all items are answered', async () => {
    provider.itemsPerPoll = 5
    const word = (status: unknown) => (items: object[]) =>
      items.map((item) => ('status' in item && item.status === 'pending' ? { ...item, status } : item))
    const id = await sentUpload(keptRows(20))
    for (const [status, match] of [
      ['processing', 5],
      ['PENDING', 10],
      [undefined, 15],
    ] as const) {
      provider.change = word(status)
      expect(await lookOnce(id)).toMatchObject({ counts: { match, failed: 0, waiting: 20 - match } })
    }
    provider.change = (items) => items.map((item, n) => (n === 19 ? { ...item, status: 'done' } : item))
    provider.changeCounters = (bulk) => ({ ...bulk, status: 'processing' })
    expect(await lookOnce(id)).toMatchObject({ counts: { match: 19, failed: 0, waiting: 1 } })
    provider.changeCounters = (bulk) => bulk
    expect(await lookOnce(id)).toMatchObject({ status: 'completed', counts: { match: 19, failed: 1 } })
  })

  it('continues for other bulks when one has been stalled for a year', async () => {
    provider.itemsPerPoll = 0
    const still = await sentUpload(keptRows(2))
    const aYearAgo = new Date(Date.now() - 365 * 86_400_000)
    await db().bulk.updateMany({ where: { uploadId: still }, data: { lastMovementAt: aYearAgo } })
    await due(still)
    expect((await lookOnce(await sentUpload(keptRows(2)))).status).toBe('processing')
    expect(provider.polls).toBe(2)
  })

  it('keeps an answer when the provider changes it, and its data when counters decrease', async () => {
    provider.itemsPerPoll = 10
    const id = await sentUpload(keptRows(20))
    await lookOnce(id)
    const answerDifferently = (switches: Partial<Provider>) => Object.assign(provider, switches)
    answerDifferently({ itemsPerPoll: 0, changeCounters: backwards(5), change: changedMind(5) })
    expect(await lookOnce(id)).toMatchObject({ status: 'processing', counts: { match: 10, waiting: 10 } })
    answerDifferently({ itemsPerPoll: 30, changeCounters: (bulk) => bulk, change: changedMind(0) })
    expect(await lookOnce(id)).toMatchObject({ status: 'completed', counts: { match: 20 } })
  })
})

describe('two workers', () => {
  it('never poll the same bulk at the same time', async () => {
    const id = await sentUpload(keptRows(3))
    await due(id)
    const leases = await Promise.all(Array.from({ length: 10 }, () => leaseDueBulks(8)))
    expect(leases.flat().filter((lease) => lease.uploadId === id)).toHaveLength(1)
  })

  it('keep the lease of a poll while it lasts, however slow its pages are', async () => {
    const id = await sentUpload(keptRows(3))
    await due(id)
    const lease = (await leaseDueBulks(50)).find(({ uploadId }) => uploadId === id)
    if (!lease) throw new Error('no lease')
    const until = async () => (await db().bulk.findFirstOrThrow({ where: { uploadId: id } })).leaseUntil
    const first = await until()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const end = keepLeaseRenewed(lease)
    vi.advanceTimersByTime(5_000)
    vi.useRealTimers()
    await expect.poll(until).not.toEqual(first)
    end()
  })

  it('store nothing from a poll whose lease was lost', async () => {
    const id = await sentUpload(keptRows(3))
    await due(id)
    // bulks of other uploads may be due too
    const lease = (await leaseDueBulks(50)).find(({ uploadId }) => uploadId === id)
    await db().bulk.updateMany({ where: { uploadId: id }, data: { leaseUntil: new Date(0) } })
    await leaseDueBulks(50)
    if (!lease) throw new Error('no lease')
    const reported = { status: 'completed', total: 3, completed: 3, failed: 0, rejected: 0, inProgress: 0 }
    const items = [0, 1, 2].map((index) => ({ index, wire: { status: 'completed', match_result: 'match' } }))
    expect(await storePoll(lease, { reported, items, withheld: null })).toBeNull()
    expect((await readUpload(id, analyst.actor)).counts.waiting).toBe(3)
  })
})
