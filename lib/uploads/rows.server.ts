import 'server-only'
import { type Actor, seesMasked } from '@/lib/auth/roles'
import { readSearch } from '@/lib/history/search'
import { takePage } from '@/lib/http/paging'
import { shortIban } from '@/lib/iban/format'
import type { NameComparison } from '@/lib/names/compare'
import { isoTime } from '@/lib/platform/days/iso-time'
import { db, Prisma } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import { likeLiteral } from '@/lib/platform/search/like'
import { nameContains } from '@/lib/platform/search/name-contains.server'
import {
  bool,
  date,
  int4,
  json,
  oneOf,
  type RowOf,
  select,
  selectOne,
  text,
  uuid,
} from '@/lib/platform/sql/select.server'
import { STORED_REVIEW_STATES } from '@/lib/reviews/policy'
import { knownOffer } from '@/lib/uploads/queries.server'
import { type RowsSearch, writeRowCursor } from '@/lib/uploads/schema'
import type { UploadRowPage, UploadRowView } from '@/lib/uploads/view'
import { visibleUploads } from '@/lib/uploads/visible.server'
import { isMatchResult, MATCH_RESULTS, type Outcome, outcomeOf, STATUSES } from '@/lib/verifications/outcome'
import { maskReason } from '@/lib/verifications/provider-code'
import { maskName } from '@/lib/verifications/view'

const ROW = {
  row: int4,
  verificationId: uuid.or(null),
  iban: text.or(null),
  name: text.or(null),
  reference: text.or(null),
  bankName: text.or(null),
  status: oneOf(STATUSES).or(null),
  matchResult: oneOf(MATCH_RESULTS).or(null),
  matchedName: text.or(null),
  statusReason: text.or(null),
  unrecognised: text.or(null),
  comparison: json<NameComparison>().or(null),
  reviewId: uuid.or(null),
  reviewState: oneOf(STORED_REVIEW_STATES).or(null),
  edited: bool,
  notSentCode: text.or(null),
  answeredAt: date.or(null),
  knownId: uuid.or(null),
  knownAt: date.or(null),
}
type Row = RowOf<typeof ROW>

/**
 * A page of an upload's rows with their results: by row number, or newest answers first (rows without one at the end).
 * @throws Refusal 404 for an unknown ID, with the same message for somebody else's upload
 */
export async function searchRows(id: string, search: RowsSearch, actor: Actor): Promise<UploadRowPage> {
  const upload = await db().upload.findFirst({
    where: { id, ...visibleUploads(actor) },
    select: { fileRows: true, state: true, knownChoice: true, knownRows: true, knownCredits: true },
  })
  if (!upload) throw notFound()
  const offer = knownOffer(upload, actor)
  const offered = offer !== null && offer.state !== 'anew'
  const masked = seesMasked(actor)
  const where = conditions(id, search, { masked, offered })
  const newest = search.order === 'newest'
  const rows = await select(
    db(),
    ROW,
    Prisma.sql`
    select x.number as row, v.id as "verificationId", v.iban, coalesce(x.name, v.name) as name, x.reference,
           v.bank_name as "bankName", v.status, v.match_result as "matchResult", v.matched_name as "matchedName",
           v.status_reason as "statusReason", v.unrecognised, v.comparison, r.id as "reviewId", r.state as "reviewState",
           x.edited, coalesce(x.not_sent_code, v.problem_code) as "notSentCode", v.answered_at as "answeredAt",
           k.id as "knownId", k.answered_at as "knownAt"
      from upload_rows x
      left join verifications v on v.id = x.verification_id
      left join verifications k on k.id = v.known_id and ${offered}
      left join reviews r on r.verification_id = v.id
     where ${where} ${afterCondition(search)}
     order by ${newest ? Prisma.sql`date_trunc('milliseconds', v.answered_at) desc nulls last, x.number` : Prisma.sql`x.number`}
     limit ${search.size + 1}`,
  )
  const { items, nextCursor } = takePage(rows, search.size, ({ row, answeredAt }) =>
    writeRowCursor({ row, at: isoTime(answeredAt) }),
  )
  return {
    items: items.map((row) => toView(row, masked)),
    nextCursor,
    total: isNarrowed(search) ? await countRows(where) : upload.fileRows,
  }
}

const isNarrowed = ({ text: words, results, reasons, reviews, only }: RowsSearch): boolean =>
  words !== '' || only !== undefined || [results, reasons, reviews].some((chosen) => chosen.length > 0)

async function countRows(where: Prisma.Sql): Promise<number> {
  const { count } = await selectOne(
    db(),
    { count: int4 },
    Prisma.sql`
    select count(*)::int as count from upload_rows x left join verifications v on v.id = x.verification_id where ${where}`,
  )
  return count
}

function afterCondition({ after, order }: RowsSearch): Prisma.Sql {
  if (!after) return Prisma.empty
  if (order === 'row') return Prisma.sql`and x.number > ${after.row}::int`
  if (after.at === null) return Prisma.sql`and v.answered_at is null and x.number > ${after.row}::int`
  const answered = Prisma.sql`date_trunc('milliseconds', v.answered_at)`
  return Prisma.sql`and (v.answered_at is null or ${answered} < ${after.at}::timestamptz
    or ${answered} = ${after.at}::timestamptz and x.number > ${after.row}::int)`
}

type RowAccess = { masked: boolean; offered: boolean }

function conditions(id: string, search: RowsSearch, { masked, offered }: RowAccess): Prisma.Sql {
  const { results, reasons, reviews, only } = search
  const parts = [Prisma.sql`x.upload_id = ${id}::uuid`]
  if (only === 'known') parts.push(Prisma.sql`v.known_id is not null and ${offered}`)
  if (only === 'edited') parts.push(Prisma.sql`x.edited`)
  if (results.length > 0) parts.push(resultCondition(results))
  if (reasons.length > 0) parts.push(Prisma.sql`v.status_reason = any(${reasons})`)
  if (reviews.length > 0)
    parts.push(
      Prisma.sql`exists (select 1 from reviews q where q.verification_id = v.id and q.state = any(${reviews}::review_state[]))`,
    )
  const found = textCondition(search.text, masked)
  if (found) parts.push(found)
  return Prisma.join(parts, ' and ')
}

function resultCondition(results: Outcome[]): Prisma.Sql {
  const matched = results.filter(isMatchResult)
  const statuses = results
    .filter((result) => !isMatchResult(result))
    .map((result) => (result === 'waiting' ? 'pending' : result))
  return Prisma.sql`(v.match_result = any(${matched}::match_result[])
    or v.status = any(${statuses}::verification_status[])
    or ${results.includes('not_sent')} and x.verification_id is null)`
}

/** People who see masked names search by reference only: otherwise they could find a name by trial. */
function textCondition(words: string, masked: boolean): Prisma.Sql | null {
  const term = readSearch(words)
  if (!term) return null
  const any = [Prisma.sql`x.reference = ${term.reference}`]
  if (!masked && term.name !== '') any.push(nameContains(term.name))
  if (!masked && term.iban) any.push(Prisma.sql`v.iban like ${`%${likeLiteral(term.iban)}%`}`)
  return Prisma.sql`(${Prisma.join(any, ' or ')})`
}

function toView(row: Row, masked: boolean): UploadRowView {
  const { status, matchResult, reviewId, reviewState, knownId, knownAt } = row
  return {
    row: row.row,
    verificationId: row.verificationId,
    iban: row.iban && masked ? shortIban(row.iban) : row.iban,
    name: row.name && masked ? maskName(row.name) : row.name,
    reference: row.reference,
    bankName: row.bankName,
    result: status === null ? 'not_sent' : outcomeOf({ status, matchResult }),
    matchedName: masked ? null : row.matchedName,
    statusReason: masked ? maskReason(row.statusReason) : row.statusReason,
    unrecognised: masked ? maskReason(row.unrecognised) : row.unrecognised,
    comparison: masked ? null : row.comparison,
    edited: row.edited,
    notSentCode: row.notSentCode,
    known: knownId && knownAt ? { id: knownId, checkedAt: knownAt.toISOString() } : null,
    review: reviewId && reviewState ? { id: reviewId, state: reviewState } : null,
    answeredAt: isoTime(row.answeredAt),
    masked,
  }
}
