import 'server-only'
import { failpoint } from '@/lib/platform/failpoint.server'
import { isInPlace, joinAll, type PollPage, pagesWith } from '@/lib/uploads/polling/pages'
import { takeSlot } from '@/lib/upstream/budget.server'
import { getBulk, getBulkItems } from '@/lib/upstream/client.server'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import type { WireBulk, WireItem } from '@/lib/upstream/contract'
import { isFinalAnswer } from '@/lib/verifications/answer'

/** Pages requested concurrently. */
const AT_ONCE = 4
/** The length of the items of all pages of one poll as JSON: all items on one page of 5 MiB, read twice. */
export const MAX_POLL_SIZE = 10 * 1024 * 1024

export type Failure = { failed: string; retryInMs?: number }
/** `left`: how much more of its items one poll keeps, of `MAX_POLL_SIZE`. */
export type Source = { connection: UpstreamConnection; upstreamId: string; size: number; left: number }
/** What a poll looks for. */
export type Wanted = {
  /** indexes without a final answer, ascending */
  pending: number[]
  /** how many new answers the provider's counters report */
  expected: number
  /** the provider says that all items are answered */
  over: boolean
}

/** Takes a slot in the shared rate limit for one GET; the slot ends with the request. */
async function slot(source: Source): Promise<{ call: bigint } | Failure> {
  const taken = await takeSlot(source.connection.id, 'bulk', { waitMs: 2_000 })
  return taken.granted ? taken : { failed: 'local_rate_limited', retryInMs: taken.retryInMs }
}

/** Specification 4.5: status and counters of a bulk. */
export async function readStatus(source: Source): Promise<WireBulk | Failure> {
  const place = await slot(source)
  if ('failed' in place) return place
  const read = await getBulk(source.connection, source.upstreamId, place.call)
  if (read.kind === 'failed') return { failed: read.code, retryInMs: read.retryInMs }
  return read.body.id === source.upstreamId ? read.body : { failed: 'upstream_bad_response' }
}

/** Specification 4.6: one page; fails when the response is for another page, or the pages are larger than any list. */
async function readPage(source: Source, page: number): Promise<PollPage | Failure> {
  const place = await slot(source)
  if ('failed' in place) return place
  const read = await getBulkItems(source.connection, source.upstreamId, page, place.call)
  if (read.kind === 'failed') return { failed: read.code, retryInMs: read.retryInMs }
  const { items, pagination, id } = read.body
  if (!items || id !== source.upstreamId || (pagination.currentPage ?? page) !== page)
    return { failed: 'pagination_error' }
  source.left -= JSON.stringify(items).length
  if (source.left < 0) return { failed: 'upstream_too_large' }
  const perPage = pagination.perPage || items.length || 1
  // a provider can't have more pages read than the items of the bulk need
  const needed = Math.ceil(source.size / (items.length || 1))
  return { page, perPage, totalPages: Math.min(pagination.totalPages ?? needed, needed), items }
}

/**
 * Reads what can be new: page 1 first (it reveals the page size and the first index), then pages with a pending item,
 * until as many answers were found as the provider reports. When pages are out of place, everything is read and the
 * indexes must be exactly 0 to size − 1.
 * @returns the answered items with their index, or `withheld` when they can't be joined
 */
export async function readNewItems(
  source: Source,
  { pending, expected, over }: Wanted,
): Promise<{ items: WireItem[] } | { withheld: string } | Failure> {
  const first = await readPage(source, 1)
  if ('failed' in first) return first
  failpoint('mid_poll_page')
  if (!isInPlace(first, source.size)) return readEverything(source, first, over)
  const waiting = new Set(pending)
  const found: WireItem[] = []
  const take = ({ items }: PollPage) => {
    for (const item of items)
      if (item.index !== null && waiting.has(item.index) && isFinalAnswer(item.wire, over)) found.push(item)
  }
  take(first)
  const wanted = pagesWith(pending, first.perPage).filter((page) => page !== 1)
  while (wanted.length > 0 && found.length < expected) {
    const pages = await Promise.all(wanted.splice(0, AT_ONCE).map((page) => readPage(source, page)))
    for (const page of pages) {
      if ('failed' in page) return found.length > 0 ? { items: found } : page
      if (page.perPage !== first.perPage || !isInPlace(page, source.size))
        return readEverything(source, first, over)
      take(page)
    }
  }
  return { items: found }
}

async function readEverything(
  source: Source,
  first: PollPage,
  over: boolean,
): Promise<{ items: WireItem[] } | { withheld: string } | Failure> {
  const pages = [first]
  for (let page = 2; page <= first.totalPages; page++) {
    const read = await readPage(source, page)
    if ('failed' in read) return read
    pages.push(read)
  }
  const joined = joinAll(pages, source.size)
  return joined === 'indexes'
    ? { withheld: 'indexes' }
    : { items: joined.filter((item) => isFinalAnswer(item.wire, over)) }
}
