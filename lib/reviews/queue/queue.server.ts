import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { takePage } from '@/lib/http/paging'
import { ENVIRONMENTS } from '@/lib/http/paths'
import { searchedIban } from '@/lib/iban/clean'
import type { NameComparison } from '@/lib/names/compare'
import { foldName } from '@/lib/names/text/fold'
import { todayStart } from '@/lib/platform/days/days.server'
import { isoTime } from '@/lib/platform/days/iso-time'
import { Prisma, poolExecutor } from '@/lib/platform/db.server'
import { checkReadings } from '@/lib/platform/search/check-readings.server'
import {
  date,
  int4,
  json,
  listOf,
  oneOf,
  type RowOf,
  select,
  selectOne,
  text,
  uuid,
} from '@/lib/platform/sql/select.server'
import { ifSeen } from '@/lib/reviews/load.server'
import { REVIEW_RESULTS, SOURCES, STORED_REVIEW_STATES } from '@/lib/reviews/policy'
import { type QueueInput, type QueueSearch, writeQueueCursor } from '@/lib/reviews/queue/schema'
import { type Order, shownOrder, type Tab } from '@/lib/reviews/tabs'
import { COUNT_CAP, type QueueItem, type QueuePage } from '@/lib/reviews/view'

// Literals, not parameters: PostgreSQL matches a partial index only when it can see the states.
const STATES: Record<Tab, Prisma.Sql> = {
  todo: Prisma.sql`r.state = 'todo'`,
  second: Prisma.sql`r.state = 'second_approval'`,
  escalated: Prisma.sql`r.state = 'escalated'`,
  decided: Prisma.sql`r.state in ('approved', 'rejected')`,
}

export const QUEUE_ROW = {
  id: uuid,
  verificationId: uuid,
  environment: oneOf(ENVIRONMENTS),
  source: oneOf(SOURCES),
  rank: int4,
  name: text,
  matchedName: text.or(null),
  matchResult: oneOf([...REVIEW_RESULTS, 'match']),
  comparison: json<NameComparison>().or(null),
  differenceTypes: listOf(text).notNull(),
  evidenceHash: text,
  state: oneOf(STORED_REVIEW_STATES),
  createdAt: date,
  decidedAt: date.or(null),
  requestedById: uuid,
  requestedByName: text,
  claimedById: uuid.or(null),
  claimedByName: text.or(null),
  claimedUntil: date.or(null),
}
type QueueRow = RowOf<typeof QUEUE_ROW>

export const QUEUE_COLUMNS = Prisma.sql`
  r.id, r.verification_id as "verificationId", r.environment, r.source, r.rank, v.name, v.matched_name as "matchedName",
  r.match_result as "matchResult", v.comparison, r.difference_types as "differenceTypes", r.state,
  r.evidence_hash as "evidenceHash", r.created_at as "createdAt", r.decided_at as "decidedAt",
  r.requested_by_id as "requestedById", requester.name as "requestedByName",
  claimer.id as "claimedById", claimer.name as "claimedByName", r.claimed_until as "claimedUntil"`

export const QUEUE_JOINS = Prisma.sql`
  join verifications v on v.id = r.verification_id
  join users requester on requester.id = r.requested_by_id
  left join users claimer on claimer.id = r.claimed_by_id and r.claimed_until > now()`

/** A row of the queue as the API returns it. */
export const toQueueItem = (row: QueueRow): QueueItem => ({
  id: row.id,
  verificationId: row.verificationId,
  environment: row.environment,
  source: row.source,
  priority: row.rank === 0,
  name: row.name,
  matchedName: row.matchedName,
  matchResult: row.matchResult,
  comparison: row.comparison,
  differenceTypes: row.differenceTypes,
  evidenceHash: row.evidenceHash,
  state: row.state,
  createdAt: row.createdAt.toISOString(),
  decidedAt: isoTime(row.decidedAt),
  requestedBy: { id: row.requestedById, name: row.requestedByName },
  claimedBy: row.claimedById ? { id: row.claimedById, name: row.claimedByName ?? '' } : null,
  claimedUntil: row.claimedById ? isoTime(row.claimedUntil) : null,
})

/** SQL condition: the reviews `r` in a tab of the queue that this actor sees. */
export const tabCondition = (environment: QueueInput['environment'], tab: Tab, actor: Actor) =>
  Prisma.sql`r.environment = ${environment}::environment and ${STATES[tab]} ${ifSeen(actor)}`

function filters(input: QueueSearch): Prisma.Sql {
  const { results, differences, sources, olderThanDays } = input
  const parts: Prisma.Sql[] = [...fixedFilters(input)]
  // a single value as `=`: only then does PostgreSQL use the index in queue order
  if (results.length === 1) parts.push(Prisma.sql`and r.match_result = ${results[0]}::match_result`)
  else if (results.length > 1) parts.push(Prisma.sql`and r.match_result = any(${results}::match_result[])`)
  if (differences.length > 0) parts.push(Prisma.sql`and r.difference_types && ${differences}::text[]`)
  if (sources.length === 1) parts.push(Prisma.sql`and r.source = ${sources[0]}::verification_source`)
  else if (sources.length > 1) parts.push(Prisma.sql`and r.source = any(${sources}::verification_source[])`)
  if (olderThanDays)
    parts.push(Prisma.sql`and r.created_at < now() - make_interval(days => ${olderThanDays}::int)`)
  return parts.length > 0 ? Prisma.join(parts, ' ') : Prisma.empty
}

/** Conditions of the question that are not filter choices. */
export function fixedFilters({ uploadId, text }: QueueSearch): Prisma.Sql[] {
  const parts: Prisma.Sql[] = []
  if (uploadId) parts.push(Prisma.sql`and r.upload_id = ${uploadId}::uuid`)
  if (text)
    parts.push(Prisma.sql`and exists (
      select from verifications v where v.id = r.verification_id and (${checkContains(text)}))`)
  return parts
}

/**
 * SQL condition on the check `v`. Everyone who reads the queue sees names and IBANs in full. The planner finds the
 * checks of a rare text by its indexes, and reads the queue until a page is full for a common one.
 */
function checkContains(text: string): Prisma.Sql {
  const term = { reference: text.normalize('NFC'), name: foldName(text), iban: searchedIban(text) }
  return Prisma.join(checkReadings(term), ' or ')
}

function cursorCondition(input: QueueInput): Prisma.Sql {
  if (!input.after) return Prisma.empty
  const { rank, at, id } = input.after
  const order = shownOrder(input.tab, input.order)
  if (input.tab !== 'decided' && order === 'oldest')
    return Prisma.sql`and (r.rank, r.created_at, r.id) > (${rank}::int, ${at}::timestamptz, ${id}::uuid)`
  const time = input.tab === 'decided' ? Prisma.sql`r.decided_at` : Prisma.sql`r.created_at`
  return order === 'newest'
    ? Prisma.sql`and (${time}, r.id) < (${at}::timestamptz, ${id}::uuid)`
    : Prisma.sql`and (${time}, r.id) > (${at}::timestamptz, ${id}::uuid)`
}

/** Newest first ignores priority, because it is for finding recent items. Each order matches an index. */
export function orderOf(tab: Tab, chosen?: Order): Prisma.Sql {
  const order = shownOrder(tab, chosen)
  if (tab === 'decided')
    return order === 'newest' ? Prisma.sql`r.decided_at desc, r.id desc` : Prisma.sql`r.decided_at, r.id`
  return order === 'newest'
    ? Prisma.sql`r.created_at desc, r.id desc`
    : Prisma.sql`r.rank, r.created_at, r.id`
}

/** One page of a tab with its counts. Default order: priority, then oldest first; decided items newest first. */
export async function searchReviews(input: QueueInput, actor: Actor): Promise<QueuePage> {
  const order = orderOf(input.tab, input.order)
  const where = tabCondition(input.environment, input.tab, actor)
  const [rows, { total, ...counted }] = await Promise.all([
    // read the page from the index first, then join only its rows
    select(
      poolExecutor,
      QUEUE_ROW,
      Prisma.sql`
      with r as materialized (
        select * from reviews r where ${where} ${filters(input)} ${cursorCondition(input)} order by ${order} limit ${input.size + 1})
      select ${QUEUE_COLUMNS} from r ${QUEUE_JOINS} order by ${order}`,
    ),
    countReviews(input.environment, actor, input),
  ])
  const { items, nextCursor } = takePage(rows, input.size, ({ rank, id, decidedAt, createdAt }) => {
    const at = (input.tab === 'decided' ? decidedAt : createdAt)?.toISOString() ?? ''
    return writeQueueCursor({ rank, at, id })
  })
  return {
    items: items.map(toQueueItem),
    ...counted,
    // a single page is the whole list: its length is right even when somebody decides meanwhile
    total: input.after || nextCursor ? total : items.length,
    nextCursor,
  }
}

const COUNTS = {
  todo: int4,
  second: int4,
  escalated: int4,
  decided: int4,
  matching: int4.or(null),
  today: int4,
}

/**
 * Counts the items of each tab, those that match the filters of this one, and those decided since midnight. Counts stop
 * at COUNT_CAP + 1, so that the time doesn't depend on the length of the queue.
 */
export async function countReviews(environment: QueueInput['environment'], actor: Actor, input?: QueueInput) {
  // in index order: otherwise the planner expects to reach the limit early with a table scan
  const cappedCount = (tab: Tab, more = Prisma.empty) => Prisma.sql`(select count(*)::int from (
    select from reviews r where ${tabCondition(environment, tab, actor)} ${more} order by ${orderOf(tab)} limit ${COUNT_CAP + 1}) counted)`
  const filtered = input && filters(input)
  const matchingCount =
    filtered && filtered !== Prisma.empty ? cappedCount(input.tab, filtered) : Prisma.sql`null::int`
  const { matching, today, todo, second, escalated, decided } = await selectOne(
    poolExecutor,
    COUNTS,
    Prisma.sql`
    select ${cappedCount('todo')} as todo, ${cappedCount('second')} as second, ${cappedCount('escalated')} as escalated,
           ${cappedCount('decided')} as decided, ${matchingCount} as matching,
           ${cappedCount('decided', Prisma.sql`and r.decided_at >= ${todayStart()}`)} as today`,
  )
  const counts = { todo, second, escalated, decided }
  return { counts, total: matching ?? counts[input?.tab ?? 'todo'], decidedToday: today }
}
