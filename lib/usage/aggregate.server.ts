import 'server-only'
import { dateOf, dayStart } from '@/lib/platform/days/days.server'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { int4, selectOne } from '@/lib/platform/sql/select.server'
import { NEVER_ANSWERED, REJECTED_ITEMS, REQUEST_SUMS } from '@/lib/usage/books.server'

/**
 * Aggregates the ledger lines of these settled requests into the sums of their submissions (an upload, or the single
 * checks of a day) and deletes the lines. Totals stay the same.
 * @returns how many ledger lines were deleted
 */
export async function aggregateLedger(tx: Tx, attemptIds: string[]): Promise<number> {
  await tx.$executeRaw`
    insert into closed_books as k (submission, sent, acknowledged, refused, written_off, not_billed, never_answered, rejected_items, booked)
    select submission, coalesce(sent, 0), coalesce(acknowledged, 0), coalesce(refused, 0), coalesce(written_off, 0),
           coalesce(not_billed, 0), coalesce(never_answered, 0), coalesce(rejected_items, 0), coalesce(booked, 0)
      from (select submission, ${REQUEST_SUMS} from (
            select coalesce(u.id::text, ${dateOf(Prisma.sql`v.created_at`)}::text) as submission, a.state,
                   a.claimed_at, coalesce(a.items, b.size, 1) as items, -c.amount as booked,
                   ${NEVER_ANSWERED} as never_answered, ${REJECTED_ITEMS} as rejected
              from attempts a left join verifications v on v.id = a.verification_id
              left join bulks b on b.id = a.bulk_id left join uploads u on u.id = b.upload_id
              left join credit_entries c on c.attempt_id = a.id
             where a.id = any(${attemptIds}::uuid[]) and coalesce(v.environment, u.environment) = 'live') requests
            group by submission) sums
    on conflict (submission) do update set
      sent = k.sent + excluded.sent, acknowledged = k.acknowledged + excluded.acknowledged,
      refused = k.refused + excluded.refused, written_off = k.written_off + excluded.written_off,
      not_billed = k.not_billed + excluded.not_billed, never_answered = k.never_answered + excluded.never_answered,
      rejected_items = k.rejected_items + excluded.rejected_items, booked = k.booked + excluded.booked`
  return sumLines(tx, Prisma.sql`attempt_id = any(${attemptIds}::uuid[])`)
}

/** SQL condition: an old top-up, correction or other line without a request. */
export const olderLines = (before: Date): Prisma.Sql =>
  Prisma.sql`attempt_id is null and month is null and at < ${before}::timestamptz`

/** Deletes old top-ups and corrections with their notes; the sum of each kind and month stays. */
export const aggregateOldLines = (tx: Tx, before: Date): Promise<number> => sumLines(tx, olderLines(before))

/** Aggregates single lines into one per kind and month in TIME_ZONE. */
async function sumLines(tx: Tx, which: Prisma.Sql): Promise<number> {
  const row = await selectOne(
    tx,
    { lines: int4 },
    Prisma.sql`
    with gone as (
      delete from credit_entries where ${which}
      returning kind, amount, to_char(${dateOf(Prisma.sql`at`)}, 'YYYY-MM') as month
    ), kept as (
      insert into credit_entries as c (kind, month, amount, at)
      select kind, month, sum(amount), ${dayStart(Prisma.sql`month || '-01'`)} from gone group by kind, month
      on conflict (kind, month) do update set amount = c.amount + excluded.amount)
    select count(*)::int as lines from gone`,
  )
  return row.lines
}
