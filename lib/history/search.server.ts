import 'server-only'
import { type Actor, seesMasked } from '@/lib/auth/roles'
import { alternativeConditions, listConditions } from '@/lib/history/conditions.server'
import type { HistoryInput } from '@/lib/history/search'
import { takePage, writeCursor } from '@/lib/http/paging'
import { ENVIRONMENTS, type EnvironmentName } from '@/lib/http/paths'
import { shortIban } from '@/lib/iban/format'
import { foldName } from '@/lib/names/text/fold'
import { PREPARED, Prisma, poolExecutor } from '@/lib/platform/db.server'
import type { PersonView } from '@/lib/platform/person'
import { isNameIndexed } from '@/lib/platform/search/name-contains.server'
import {
  bool,
  date,
  int4,
  int8,
  oneOf,
  type RowOf,
  select,
  selectOne,
  text,
  uuid,
} from '@/lib/platform/sql/select.server'
import { type CheckSource, SOURCES, STORED_REVIEW_STATES, type StoredReviewState } from '@/lib/reviews/policy'
import { MATCH_RESULTS, type Outcome, outcomeOf, STATUSES } from '@/lib/verifications/outcome'
import { maskReason } from '@/lib/verifications/provider-code'

/** One row of the history. Masked for admins without another role. Times are ISO 8601 in UTC. */
export type HistoryItem = {
  id: string
  environment: EnvironmentName
  source: CheckSource
  name: string | null
  iban: string
  bankName: string | null
  reference: string | null
  purpose: string | null
  outcome: Outcome
  statusReason: string | null
  matchedName: string | null
  reviewState: StoredReviewState | null
  requestedBy: PersonView
  upload: { id: string; fileName: string; row: number | null } | null
  createdAt: string
  /** retention has removed name and IBAN */
  purged: boolean
}

export type HistoryResult = {
  items: HistoryItem[]
  nextCursor: string | null
  total: number
  totalIsEstimate: boolean
}

const ROW = {
  id: uuid,
  environment: oneOf(ENVIRONMENTS),
  source: oneOf(SOURCES),
  name: text,
  iban: text,
  bankName: text.or(null),
  reference: text.or(null),
  purpose: text.or(null),
  status: oneOf(STATUSES),
  matchResult: oneOf(MATCH_RESULTS).or(null),
  statusReason: text.or(null),
  matchedName: text.or(null),
  reviewState: oneOf(STORED_REVIEW_STATES).or(null),
  requestedById: uuid,
  requestedByName: text,
  uploadId: uuid.or(null),
  fileName: text.or(null),
  row: int4.or(null),
  createdAt: date,
  purged: bool,
}
type Row = RowOf<typeof ROW>

/** Counting stops here: an index count is fast, but text matches must be read. */
const COUNT_LIMIT = 10_000
const TEXT_COUNT_LIMIT = 3_000
/** A text is common when at least this many of the newest checks have it in a name. */
const COMMON = { of: 1_000, least: 50 }
/** How many checks of the list are read to estimate the count of a common text. */
const STRETCH = 100_000

/** A page of verifications, newest first. Analysts get their own, reviewers all, admins all but masked. */
export async function searchVerifications(input: HistoryInput, actor: Actor): Promise<HistoryResult> {
  const { places, count, limit } = await (input.text === '' ? inOrder(input, actor) : byText(input, actor))
  const { items, nextCursor } = takePage(places, input.size, (last) => writeCursor(last.createdAt, last.id))
  const [rows, total] = await Promise.all([readRows(items), count])
  return {
    items: rows.map((row) => toItem(row, seesMasked(actor))),
    nextCursor,
    total,
    totalIsEstimate: total > limit,
  }
}

/** The position of a check in the list (keyset cursor). */
type Position = { id: string; createdAt: Date }
/** One position more than a page has, if there are more; the number of matches is counted up to `limit` + 1. */
type SearchHits = { places: Position[]; count: number | Promise<number>; limit: number }

async function inOrder(input: HistoryInput, actor: Actor): Promise<SearchHits> {
  const ways = alternativeConditions(input, actor)
  const places = await newest(ways, input)
  const whole = !input.after && places.length <= input.size
  const count = whole ? places.length : countUpTo(foundBy(ways, { order: NEWEST, limit: COUNT_LIMIT + 1 }))
  return { places, count, limit: COUNT_LIMIT }
}

/**
 * Text indexes have no order. The planner decides by the text's frequency: either find and sort all matches, or
 * scan the list until a page is full. A text with a digit is rarely a name, and few checks match it. The planner
 * doesn't know the frequency of two letters.
 */
async function byText(input: HistoryInput, actor: Actor): Promise<SearchHits> {
  const ways = alternativeConditions(input, actor)
  const name = foldName(input.text)
  const isKnown = seesMasked(actor) || isNameIndexed(name)
  const isRare = /\d/.test(input.text) || !(isKnown || (await isCommon(name, listConditions(input, actor))))
  if (isRare) return fewByText(ways, input)
  const [places, count] = await Promise.all([newest(ways, input), countText(ways, input, actor)])
  return { places, count, limit: TEXT_COUNT_LIMIT }
}

/** Finds matches once, unordered, then counts and sorts them; only beyond the limit are they searched in order. */
async function fewByText(ways: Prisma.Sql[], input: HistoryInput): Promise<SearchHits> {
  const limit = TEXT_COUNT_LIMIT
  const read = await select(
    poolExecutor,
    { total: int4, id: uuid.or(null), createdAt: date.or(null) },
    Prisma.sql`
    with hits as materialized (${foundBy(ways, { limit: limit + 1 })}),
    counted as (select count(*)::int as total from hits),
    page as (
      select v.id, v.created_at from hits v, counted where total <= ${limit}::int ${beyond(input.after)}
       order by v.created_at desc, v.id desc limit ${input.size + 1})
    select counted.total, page.id, page.created_at as "createdAt" from counted left join page on true
     order by page.created_at desc, page.id desc`,
  )
  const count = read[0]?.total ?? 0
  const places =
    count > limit
      ? await newest(ways, input)
      : read.filter((place): place is Position & { total: number } => place.id !== null)
  return { places, count, limit }
}

const newest = (ways: Prisma.Sql[], { after, size }: HistoryInput): Promise<Position[]> =>
  select(
    poolExecutor,
    { id: uuid, createdAt: date },
    Prisma.sql`
    select id, created_at as "createdAt" from (${foundBy(ways, { order: NEWEST, after, limit: size + 1 })}) found ${NEWEST}`,
  )

/** Counts a common text along the list: an index would have to collect all matches before the first is counted. */
async function countText(ways: Prisma.Sql[], input: HistoryInput, actor: Actor): Promise<number> {
  const most = TEXT_COUNT_LIMIT + 1
  const list = listConditions(input, actor)
  if (!seesMasked(actor) && (await isCommon(foldName(input.text), list))) {
    const near = await countUpTo(Prisma.sql`
      select from (select * from verifications v where ${list} ${NEWEST} limit ${STRETCH}) v
       where ${Prisma.join(ways, ' or ')} limit ${most}`)
    if (near === most) return near
  }
  return countUpTo(foundBy(ways, { limit: most }))
}

async function isCommon(name: string, list: Prisma.Sql): Promise<boolean> {
  const { times } = await selectOne(
    poolExecutor,
    { times: int4 },
    Prisma.sql`${PREPARED}
    select count(*)::int as times
      from (select v.name_search from verifications v where ${list} ${NEWEST} limit ${COMMON.of}) newest
     where strpos(name_search, ${name}) <> 0`,
  )
  return times >= COMMON.least
}

/** Reads the rows of these checks, in the same order. Separate from the search, so that its plan is cached. */
const readRows = (places: Position[]): Promise<Row[]> =>
  select(
    poolExecutor,
    ROW,
    Prisma.sql`${PREPARED}
    select v.id, v.environment, v.source, v.name, v.iban, v.bank_name as "bankName", v.reference, v.purpose, v.status, v.match_result as "matchResult",
           v.status_reason as "statusReason", v.matched_name as "matchedName", r.state as "reviewState",
           u.id as "requestedById", u.name as "requestedByName", f.id as "uploadId", f.file_name as "fileName",
           (select min(x.number) from upload_rows x where x.verification_id = v.id) as row, v.created_at as "createdAt",
           v.purged_at is not null as purged
      from unnest(${places.map(({ id }) => id)}::uuid[]) as place join verifications v on v.id = place
      join users u on u.id = v.requested_by_id
      left join reviews r on r.verification_id = v.id
      left join uploads f on f.id = v.upload_id
     order by v.created_at desc, v.id desc`,
  )

/** The exact number of matches. */
export const countHistory = (where: Prisma.Sql): Promise<number> =>
  countUpTo(Prisma.sql`select from verifications v where ${where}`)

async function countUpTo(found: Prisma.Sql): Promise<number> {
  const { count } = await selectOne(
    poolExecutor,
    { count: int8 },
    Prisma.sql`select count(*) from (${found}) counted`,
  )
  return Number(count)
}

const NEWEST = Prisma.sql`order by created_at desc, id desc`

type SearchWindow = { order?: Prisma.Sql; after?: HistoryInput['after']; limit: number }

/** SQL for the first checks (id, created_at), unordered or in this order, that fulfil any of the conditions. */
function foundBy(ways: Prisma.Sql[], { order = Prisma.empty, after, limit }: SearchWindow): Prisma.Sql {
  const arms = ways.map(
    (where) =>
      Prisma.sql`(select v.id, v.created_at from verifications v where ${where} ${beyond(after)} ${order} limit ${limit})`,
  )
  if (arms.length === 1) return arms[0] as Prisma.Sql
  return Prisma.sql`select id, created_at from (${Prisma.join(arms, ' union ')}) found ${order} limit ${limit}`
}

const beyond = (after: HistoryInput['after']): Prisma.Sql =>
  after ? Prisma.sql`and (v.created_at, v.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : Prisma.empty

function toItem(row: Row, masked: boolean): HistoryItem {
  return {
    id: row.id,
    environment: row.environment,
    source: row.source,
    name: masked || row.purged ? null : row.name,
    iban: masked && !row.purged ? shortIban(row.iban) : row.iban,
    bankName: row.bankName,
    reference: row.reference,
    purpose: row.purpose,
    outcome: outcomeOf(row),
    statusReason: masked ? maskReason(row.statusReason) : row.statusReason,
    matchedName: masked ? null : row.matchedName,
    reviewState: row.reviewState,
    requestedBy: { id: row.requestedById, name: row.requestedByName },
    upload: row.uploadId ? { id: row.uploadId, fileName: row.fileName ?? '', row: row.row } : null,
    createdAt: row.createdAt.toISOString(),
    purged: row.purged,
  }
}
