import 'server-only'
import { monthStart } from '@/lib/platform/days/days.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { date, int4, int8, oneOf, select, selectOne, text, uuid } from '@/lib/platform/sql/select.server'
import { readBalance } from '@/lib/usage/balance.server'
import { paceOf } from '@/lib/usage/pace'
import { isLow } from '@/lib/usage/settings'
import { readUsageSettings } from '@/lib/usage/settings.server'
import type { EntryView, UsageView } from '@/lib/usage/view'

/** Days over which the average use is computed. */
const WINDOW_DAYS = 30
/** Upper bound in days: a month of 31 days in which the clocks go back is an hour longer. */
const LONGEST_MONTH = 32
const LATEST = 20

/** Credits left, average use, and the entries that people recorded. */
export async function readUsage(): Promise<UsageView> {
  const [balance, spent, settings, entries] = await Promise.all([
    readBalance(),
    readSpent(),
    readUsageSettings(),
    readEntries(),
  ])
  return {
    balance,
    settings,
    low: isLow(balance?.left ?? null, settings),
    usedThisMonth: spent.month,
    ...paceOf(spent.lately, spent.days, balance?.left ?? null),
    entries,
  }
}

/** Spending is booked as a negative amount. */
async function readSpent(): Promise<{ month: number; lately: number; days: number }> {
  const { month, lately, days } = await selectOne(
    db(),
    { month: int8.or(null), lately: int8.or(null), days: int4 },
    Prisma.sql`
    select -(sum(amount) filter (where at >= ${monthStart()}))::bigint as month,
           -(sum(amount) filter (where at >= now() - make_interval(days => ${WINDOW_DAYS}::int)))::bigint as lately,
           coalesce(least(${WINDOW_DAYS}::int, ceil(extract(epoch from now() - (
             select min(at) from credit_entries where kind in ('check', 'bulk'))) / 86400)), 0)::int as days
      from credit_entries
     where kind in ('check', 'bulk')
       and at >= now() - make_interval(days => ${LONGEST_MONTH}::int)`,
  )
  return { month: Number(month ?? 0), lately: Number(lately ?? 0), days }
}

const ENTRY = {
  id: text,
  kind: oneOf(['top_up', 'correction']),
  amount: int8,
  note: text.or(null),
  month: text.or(null),
  at: date,
  userId: uuid.or(null),
  userName: text.or(null),
}

async function readEntries(): Promise<EntryView[]> {
  const rows = await select(
    db(),
    ENTRY,
    Prisma.sql`
    select c.id::text as id, c.kind, c.amount, c.note, c.month, c.at, u.id as "userId", u.name as "userName"
      from credit_entries c left join users u on u.id = c.user_id
     where c.kind in ('top_up', 'correction') order by c.at desc, c.id desc limit ${LATEST}`,
  )
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    amount: Number(row.amount),
    note: row.note,
    month: row.month,
    at: row.at.toISOString(),
    by: row.userId === null ? null : { id: row.userId, name: row.userName ?? '' },
  }))
}
