import 'server-only'
import { z } from 'zod'
import { day } from '@/lib/platform/days/days'
import { dateOf, dayStart, todaySql } from '@/lib/platform/days/days.server'
import { isUpToYear } from '@/lib/platform/days/period'
import { db, Prisma } from '@/lib/platform/db.server'
import { refusedField } from '@/lib/platform/refusal'
import { date, int4, select, selectOne, text, uuid } from '@/lib/platform/sql/select.server'
import { NEVER_ANSWERED, REJECTED_ITEMS, REQUEST_SUMS } from '@/lib/usage/books.server'
import { type Line, reconcileLine, totalOf } from '@/lib/usage/reconciliation'

/** One submission: an upload, or the single checks of a day. */
export type LedgerLine = Line &
  (
    | {
        kind: 'upload'
        id: string
        fileName: string
        createdAt: string
        createdBy: { id: string; name: string }
      }
    | { kind: 'checks'; day: string }
  )
export type Ledger = { from: string; to: string; total: Line; lines: LedgerLine[] }

/** Query of GET /api/admin/usage/ledger: days of TIME_ZONE, both included; the last 31 days by default. */
export const ledgerQuerySchema = z.strictObject({ from: day.optional(), to: day.optional() })

const SUMS = {
  sent: int4,
  acknowledged: int4,
  refused: int4,
  unknown: int4,
  writtenOff: int4,
  notBilled: int4,
  onItsWay: int4,
  neverAnswered: int4,
  rejectedItems: int4,
  shownUnknown: int4,
  booked: int4,
}

/** SQL of those sums: of requests `s`, of requests that retention removed `k`, and of checks `h`. */
const SUM_COLUMNS = Prisma.sql`
  (coalesce(s.sent, 0) + coalesce(k.sent, 0))::int as sent,
  (coalesce(s.acknowledged, 0) + coalesce(k.acknowledged, 0))::int as acknowledged,
  (coalesce(s.refused, 0) + coalesce(k.refused, 0))::int as refused, coalesce(s.unknown, 0)::int as unknown,
  (coalesce(s.written_off, 0) + coalesce(k.written_off, 0))::int as "writtenOff",
  (coalesce(s.not_billed, 0) + coalesce(k.not_billed, 0))::int as "notBilled",
  coalesce(s.on_its_way, 0)::int as "onItsWay",
  (coalesce(s.never_answered, 0) + coalesce(k.never_answered, 0))::int as "neverAnswered",
  (coalesce(s.rejected_items, 0) + coalesce(k.rejected_items, 0))::int as "rejectedItems",
  coalesce(h.items, 0)::int as "shownUnknown", (coalesce(s.booked, 0) + coalesce(k.booked, 0))::int as booked`

/**
 * Compares per submission what was sent, acknowledged and is unknown with our ledger and with what people see. Live
 * only: the sandbox is free. Requests removed by retention are included as their sums.
 */
export async function readLedger(asked: z.infer<typeof ledgerQuerySchema>): Promise<Ledger> {
  const { from, to } = await wholePeriod(asked)
  const lines = [...(await uploadLines(from, to)), ...(await checkLines(from, to))]
  return { from, to, total: totalOf(lines), lines }
}

/** Both dates of a period; by default the last 31 days. @throws Refusal 422 period */
export async function wholePeriod({
  from,
  to,
}: z.infer<typeof ledgerQuerySchema>): Promise<{ from: string; to: string }> {
  const period = await selectOne(
    db(),
    { from: text, to: text },
    Prisma.sql`
    select coalesce(${from ?? null}::date, coalesce(${to ?? null}::date, today) - 30)::text as from,
           coalesce(${to ?? null}::date, today)::text as to
      from (select ${todaySql()} as today) t`,
  )
  if (!isUpToYear(period.from, period.to))
    throw refusedField('period', 'to', 'Give a period of at most a year.')
  return period
}

async function uploadLines(from: string, to: string): Promise<LedgerLine[]> {
  const rows = await select(
    db(),
    { ...SUMS, id: uuid, fileName: text, createdAt: date, userId: uuid, userName: text },
    Prisma.sql`
    with named as (
      select u.id, u.file_name, u.created_at, p.id as user_id, p.name as user_name
        from uploads u join users p on p.id = u.created_by_id
       where u.environment = 'live' and u.created_at >= ${dayStart(from)}
         and u.created_at < ${dayStart(to, 1)}
    ), requests as (
      select b.upload_id, a.state, coalesce(a.items, b.size) as items, coalesce(-c.amount, 0) as booked, a.claimed_at,
             ${NEVER_ANSWERED} as never_answered, ${REJECTED_ITEMS} as rejected
        from named n join bulks b on b.upload_id = n.id join attempts a on a.bulk_id = b.id
        left join credit_entries c on c.attempt_id = a.id
    ), sums as (
      select upload_id, ${REQUEST_SUMS} from requests group by upload_id
    ), shown as (
      select upload_id, sum(size) as items from bulks where state = 'unknown' and upload_id in (select id from named)
       group by upload_id)
    select n.id, n.file_name as "fileName", n.created_at as "createdAt", n.user_id as "userId", n.user_name as "userName",
           ${SUM_COLUMNS}
      from named n left join sums s on s.upload_id = n.id left join shown h on h.upload_id = n.id
      left join closed_books k on k.submission = n.id::text
     order by n.created_at desc, n.id`,
  )
  return rows.map(({ id, fileName, createdAt, userId, userName, booked, ...requests }) => ({
    kind: 'upload',
    id,
    fileName,
    createdAt: createdAt.toISOString(),
    createdBy: { id: userId, name: userName },
    ...reconcileLine(requests, booked),
  }))
}

async function checkLines(from: string, to: string): Promise<LedgerLine[]> {
  const rows = await select(
    db(),
    { ...SUMS, day: text },
    Prisma.sql`
    with checks as (
      select v.id, v.status, ${dateOf(Prisma.sql`v.created_at`)}::text as day from verifications v
       where v.environment = 'live' and v.source <> 'bulk'
         and v.created_at >= ${dayStart(from)}
         and v.created_at < ${dayStart(to, 1)}
    ), requests as (
      select k.day, a.state, a.claimed_at, 1 as items, ${NEVER_ANSWERED} as never_answered, 0 as rejected,
             coalesce(-c.amount, 0) as booked
        from checks k join attempts a on a.verification_id = k.id left join credit_entries c on c.attempt_id = a.id
    ), shown as (select day, count(*) as items from checks where status = 'unknown' group by day),
    sums as (
      select day, ${REQUEST_SUMS} from requests group by day
    ), closed as (select * from closed_books where submission between ${from} and ${to} and length(submission) = 10)
    select coalesce(s.day, k.submission) as day, ${SUM_COLUMNS}
      from sums s full join closed k on k.submission = s.day
      left join shown h on h.day = coalesce(s.day, k.submission) order by day desc`,
  )
  return rows.map(({ day, booked, ...requests }) => ({
    kind: 'checks',
    day,
    ...reconcileLine(requests, booked),
  }))
}
