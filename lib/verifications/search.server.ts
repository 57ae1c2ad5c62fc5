import 'server-only'
import { type Actor, seesMasked } from '@/lib/auth/roles'
import { writeCursor } from '@/lib/http/paging'
import { shortIban } from '@/lib/iban/format'
import { ask, PREPARED, Prisma } from '@/lib/platform/db.server'
import { waysTo } from '@/lib/verifications/conditions.server'
import { type Outcome, outcomeOf } from '@/lib/verifications/outcome'
import type { HistoryInput } from '@/lib/verifications/search'

/** One line of the history. Masked for admins without another role. Times are ISO 8601 UTC. */
export type HistoryItem = {
  id: string
  environment: 'live' | 'sandbox'
  source: 'single' | 'bulk' | 'api'
  name: string | null
  iban: string
  bankName: string | null
  reference: string | null
  outcome: Outcome
  statusReason: string | null
  matchedName: string | null
  reviewState: string | null
  requestedBy: { id: string; name: string }
  upload: { id: string; fileName: string; row: number | null } | null
  createdAt: string
  /** name and IBAN were taken away by retention */
  purged: boolean
}

export type HistoryPage = {
  items: HistoryItem[]
  nextCursor: string | null
  total: number
  totalIsEstimate: boolean
}

type Row = Omit<HistoryItem, 'outcome' | 'requestedBy' | 'upload' | 'createdAt'> & {
  status: Parameters<typeof outcomeOf>[0]['status']
  matchResult: Parameters<typeof outcomeOf>[0]['matchResult']
  requestedById: string
  requestedByName: string
  uploadId: string | null
  fileName: string | null
  row: number | null
  createdAt: Date
}

/** Counts end here: what is in the order of an index is counted at a glance, what fits a text is read for it. */
const COUNT_LIMIT = 10_000
const TEXT_COUNT_LIMIT = 3_000

/** A page of verifications, newest first. Analysts find their own, reviewers all, admins all but masked. */
export async function searchVerifications(input: HistoryInput, actor: Actor): Promise<HistoryPage> {
  const ways = waysTo(input, actor)
  const { places, count, limit } = input.text === '' ? await inOrder(ways, input) : await byText(ways, input)
  const page = places.slice(0, input.size)
  const last = places.length > input.size ? page.at(-1) : undefined
  const [rows, total] = await Promise.all([readRows(page), count])
  return {
    items: rows.map((row) => toItem(row, seesMasked(actor))),
    nextCursor: last ? writeCursor({ at: last.createdAt.toISOString(), id: last.id }) : null,
    total,
    totalIsEstimate: total > limit,
  }
}

/** Where a check stands in the list. */
type Place = { id: string; createdAt: Date }
/** One place more than a page has, when there are more; how many there are, counted up to one more than `limit`. */
type Found = { places: Place[]; count: number | Promise<number>; limit: number }

async function inOrder(ways: Prisma.Sql[], input: HistoryInput): Promise<Found> {
  const places = await newest(ways, input)
  const whole = !input.after && places.length <= input.size
  const count = whole ? places.length : countUpTo(foundBy(ways, COUNT_LIMIT + 1, { order: NEWEST }))
  return { places, count, limit: COUNT_LIMIT }
}

/**
 * What fits a text is looked for once, in no order: few are sorted here, and only for many does the order of the list
 * decide how they are found.
 */
async function byText(ways: Prisma.Sql[], input: HistoryInput): Promise<Found> {
  const limit = TEXT_COUNT_LIMIT
  const read = await ask<{ total: number; id: string | null; createdAt: Date | null }>(Prisma.sql`
    with hits as materialized (${foundBy(ways, limit + 1)}),
    counted as (select count(*)::int as total from hits),
    page as (
      select v.id, v.created_at from hits v, counted where total <= ${limit}::int ${afterCursor(input)}
       order by v.created_at desc, v.id desc limit ${input.size + 1})
    select counted.total, page.id, page.created_at as "createdAt" from counted left join page on true
     order by page.created_at desc, page.id desc`)
  const count = read[0]?.total ?? 0
  const places =
    count > limit
      ? await newest(ways, input)
      : read.filter((place): place is Place & { total: number } => place.id !== null)
  return { places, count, limit }
}

const newest = (ways: Prisma.Sql[], input: HistoryInput): Promise<Place[]> =>
  ask(Prisma.sql`
    select id, created_at as "createdAt" from (${foundBy(ways, input.size + 1, { order: NEWEST, after: afterCursor(input) })}) found
    ${NEWEST}`)

/** What the list shows of these checks, in its order. Apart from the search for them: it is planned once and for all. */
const readRows = (places: Place[]): Promise<Row[]> =>
  ask(Prisma.sql`${PREPARED}
    select v.id, v.environment, v.source, v.name, v.iban, v.bank_name as "bankName", v.reference, v.status, v.match_result as "matchResult",
           v.status_reason as "statusReason", v.matched_name as "matchedName", r.state as "reviewState",
           u.id as "requestedById", u.name as "requestedByName", f.id as "uploadId", f.file_name as "fileName",
           (select min(x.number) from upload_rows x where x.verification_id = v.id) as row, v.created_at as "createdAt",
           v.purged_at is not null as purged
      from unnest(${places.map(({ id }) => id)}::uuid[]) as place join verifications v on v.id = place
      join users u on u.id = v.requested_by_id
      left join reviews r on r.verification_id = v.id
      left join uploads f on f.id = v.upload_id
     order by v.created_at desc, v.id desc`)

/** How many a question finds, exactly. */
export async function countHistory(where: Prisma.Sql): Promise<number> {
  const [row] = await ask<{ count: bigint }>(Prisma.sql`select count(*) from verifications v where ${where}`)
  return Number(row?.count ?? 0)
}

async function countUpTo(found: Prisma.Sql): Promise<number> {
  const [row] = await ask<{ count: bigint }>(Prisma.sql`select count(*) from (${found}) counted`)
  return Number(row?.count ?? 0)
}

const NEWEST = Prisma.sql`order by created_at desc, id desc`

const afterCursor = ({ after }: HistoryInput): Prisma.Sql =>
  after ? Prisma.sql`and (v.created_at, v.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : Prisma.empty

/** The first checks (SQL: id, created_at), in any order or this one, that fulfil any of the conditions. */
function foundBy(
  ways: Prisma.Sql[],
  limit: number,
  { order = Prisma.empty, after = Prisma.empty }: { order?: Prisma.Sql; after?: Prisma.Sql } = {},
): Prisma.Sql {
  const arms = ways.map(
    (where) =>
      Prisma.sql`(select v.id, v.created_at from verifications v where ${where} ${after} ${order} limit ${limit})`,
  )
  if (arms.length === 1) return arms[0] as Prisma.Sql
  return Prisma.sql`select id, created_at from (${Prisma.join(arms, ' union ')}) found ${order} limit ${limit}`
}

function toItem(row: Row, masked: boolean): HistoryItem {
  return {
    id: row.id,
    environment: row.environment,
    source: row.source,
    name: masked || row.purged ? null : row.name,
    iban: masked && !row.purged ? shortIban(row.iban) : row.iban,
    bankName: row.bankName,
    reference: row.reference,
    outcome: outcomeOf(row),
    statusReason: row.statusReason,
    matchedName: masked ? null : row.matchedName,
    reviewState: row.reviewState,
    requestedBy: { id: row.requestedById, name: row.requestedByName },
    upload: row.uploadId ? { id: row.uploadId, fileName: row.fileName ?? '', row: row.row } : null,
    createdAt: row.createdAt.toISOString(),
    purged: row.purged,
  }
}
