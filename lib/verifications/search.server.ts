import 'server-only'
import { type Actor, seesAll, seesMasked } from '@/lib/auth/roles'
import { writeCursor } from '@/lib/http/paging'
import { shortIban } from '@/lib/iban/format'
import { dayStart } from '@/lib/platform/days.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { type Outcome, outcomeOf } from '@/lib/verifications/outcome'
import { type HistoryInput, idRange, likeLiteral, readSearch } from '@/lib/verifications/search'

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

const COUNT_LIMIT = 10_000

/** A page of verifications, newest first. Analysts find their own, reviewers all, admins all but masked. */
export async function searchVerifications(input: HistoryInput, actor: Actor): Promise<HistoryPage> {
  const where = historyConditions(input, actor)
  const after = input.after
    ? Prisma.sql`and (v.created_at, v.id) < (${input.after.at}::timestamptz, ${input.after.id}::uuid)`
    : Prisma.empty
  const rows = await db().$queryRaw<Row[]>`
    select v.id, v.environment, v.source, v.name, v.iban, v.bank_name as "bankName", v.reference, v.status, v.match_result as "matchResult",
           v.status_reason as "statusReason", v.matched_name as "matchedName", r.state as "reviewState",
           u.id as "requestedById", u.name as "requestedByName", f.id as "uploadId", f.file_name as "fileName",
           (select min(x.number) from upload_rows x where x.verification_id = v.id) as row, v.created_at as "createdAt",
           v.purged_at is not null as purged
      from verifications v
      join users u on u.id = v.requested_by_id
      left join reviews r on r.verification_id = v.id
      left join uploads f on f.id = v.upload_id
     where ${where} ${after}
     order by v.created_at desc, v.id desc limit ${input.size + 1}`
  const page = rows.slice(0, input.size)
  const last = rows.length > input.size ? page.at(-1) : undefined
  const total = await countUpTo(where)
  return {
    items: page.map((row) => toItem(row, seesMasked(actor))),
    nextCursor: last ? writeCursor({ at: last.createdAt.toISOString(), id: last.id }) : null,
    total,
    totalIsEstimate: total > COUNT_LIMIT,
  }
}

/** How many a question finds, exactly. */
export async function countHistory(where: Prisma.Sql): Promise<number> {
  const [row] = await db().$queryRaw<{ count: bigint }[]>`select count(*) from verifications v where ${where}`
  return Number(row?.count ?? 0)
}

async function countUpTo(where: Prisma.Sql): Promise<number> {
  const [row] = await db().$queryRaw<{ count: bigint }[]>`
    select count(*) from (select 1 from verifications v where ${where} limit ${COUNT_LIMIT + 1}) counted`
  return Number(row?.count ?? 0)
}

type Question = Pick<HistoryInput, 'environment' | 'filters' | 'text'>

/** What the alias `v` must fulfil: asked for, and within what this person may see. */
export function historyConditions({ environment, filters, text }: Question, actor: Actor): Prisma.Sql {
  const { outcome, reason, review, source, country, bank, person, from, to, uploadId } = filters
  const own = !seesAll(actor) || filters.mine
  const found = textCondition(text, seesMasked(actor))
  const parts = [
    Prisma.sql`v.environment = ${environment}::environment`,
    own && Prisma.sql`v.requested_by_id = ${actor.id}::uuid`,
    outcome.length > 0 && outcomeCondition(outcome),
    reason.length > 0 && Prisma.sql`v.status_reason = any(${reason})`,
    review.length > 0 &&
      Prisma.sql`exists (select 1 from reviews q where q.verification_id = v.id and q.state = any(${review}::review_state[]))`,
    source.length > 0 && Prisma.sql`v.source = any(${source}::verification_source[])`,
    country.length > 0 && Prisma.sql`v.country = any(${country})`,
    bank.length > 0 &&
      Prisma.sql`v.bank_code = any(${bank.map((code) => code.slice(2))}) and v.country || v.bank_code = any(${bank})`,
    person.length > 0 && Prisma.sql`v.requested_by_id = any(${person}::uuid[])`,
    from && Prisma.sql`v.created_at >= ${dayStart(from)}`,
    to && Prisma.sql`v.created_at < ${dayStart(to, 1)}`,
    uploadId && Prisma.sql`v.upload_id = ${uploadId}::uuid`,
    found,
  ]
  return Prisma.join(
    parts.filter((part) => part instanceof Prisma.Sql),
    ' and ',
  )
}

/** An outcome is a status or, on a completed check, its match result. */
function outcomeCondition(outcomes: Outcome[]): Prisma.Sql {
  const results = outcomes.filter((outcome) =>
    ['match', 'close_match', 'no_match', 'account_not_verifiable'].includes(outcome),
  )
  const statuses = outcomes
    .filter((outcome) => !results.includes(outcome))
    .map((o) => (o === 'waiting' ? 'pending' : o))
  return Prisma.sql`(v.match_result = any(${results}::match_result[]) or v.status = any(${statuses}::verification_status[]))`
}

/** Masked readers cannot feel their way to a name or an IBAN: they search by reference and id only. */
function textCondition(text: string, masked: boolean): Prisma.Sql | null {
  const term = readSearch(text)
  if (!term) return null
  const any = [Prisma.sql`v.reference = ${term.reference}`]
  const ids = term.id ? idRange(term.id) : null
  if (ids) any.push(Prisma.sql`v.id between ${ids.from}::uuid and ${ids.to}::uuid`)
  if (!masked && term.name !== '') any.push(Prisma.sql`v.name_search like ${`%${likeLiteral(term.name)}%`}`)
  if (!masked && term.iban) {
    const part = likeLiteral(term.iban)
    const end = [...part].reverse().join('')
    any.push(Prisma.sql`(v.iban like ${`${part}%`} or reverse(v.iban) like ${`${end}%`})`)
  }
  return Prisma.sql`(${Prisma.join(any, ' or ')})`
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
