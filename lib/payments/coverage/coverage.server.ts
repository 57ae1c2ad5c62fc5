import 'server-only'
import { recordNow } from '@/lib/audit/record.server'
import { type Actor, type RequestedBy, seesMasked } from '@/lib/auth/roles'
import { shortIban } from '@/lib/iban/format'
import type { CoverageView } from '@/lib/payments/coverage/schema'
import { GATES } from '@/lib/payments/gate/gate'
import { coverageOf } from '@/lib/payments/totals.server'
import { dateOf, monthStart } from '@/lib/platform/days/days.server'
import { Prisma, poolExecutor } from '@/lib/platform/db.server'
import { bool, int4, oneOf, type RowOf, select, text } from '@/lib/platform/sql/select.server'
import { csvLine } from '@/lib/tables/write/write-csv'

const GROUP = {
  month: text,
  debtorIban: text.or(null),
  isReleased: bool,
  gate: oneOf(GATES),
  reason: text,
  currency: text.or(null),
  lines: int4,
  sum: text.or(null),
}
type MonthGroup = RowOf<typeof GROUP>

/** Lines by month and debtor account: released lines in the month of their release, others in that of their run. */
async function countMonths(months: number): Promise<MonthGroup[]> {
  const first = monthStart(months - 1)
  return select(
    poolExecutor,
    GROUP,
    Prisma.sql`
    select to_char(${dateOf(Prisma.sql`at`)}, 'YYYY-MM') as month, debtor_iban as "debtorIban", "isReleased", gate,
           gate_reason as reason, currency, count(*)::int as lines, sum(amount)::text as sum
      from (select r.released_at as at, true as "isReleased", l.debtor_iban, l.gate, l.gate_reason, l.currency, l.amount
              from payment_releases r join payment_lines l on l.release_id = r.id
             where r.released_at >= ${first} and r.withdrawn_at is null
            union all
            select g.created_at, false, l.debtor_iban, l.gate, l.gate_reason, l.currency, l.amount
              from payment_runs g join payment_lines l on l.upload_id = g.upload_id
             where g.created_at >= ${first} and l.release_id is null) line
     group by 1, 2, 3, 4, 5, 6
     order by 1 desc, 2, 3 desc, 4, 5, 6`,
  )
}

const MAX_ACCOUNTS = 100

const ibanMaskFor = (actor: Actor) => (iban: string | null) =>
  iban !== null && seesMasked(actor) ? shortIban(iban) : iban

/**
 * How much of what was released had been checked: in total, by month, and by debtor account (masked for masked roles).
 * @param months this month and the ones before it, in `TIME_ZONE`
 */
export async function readCoverage(months: number, actor: Actor): Promise<CoverageView> {
  const groups = await countMonths(months)
  const shown = ibanMaskFor(actor)
  return {
    total: coverageOf(groups),
    months: [...Map.groupBy(groups, ({ month }) => month)].map(([month, of]) => ({
      month,
      ...coverageOf(of),
    })),
    accounts: [...Map.groupBy(groups, ({ debtorIban }) => debtorIban)]
      .map(([debtorIban, of]) => ({ debtorIban: shown(debtorIban), ...coverageOf(of) }))
      .sort((a, b) => b.released.lines - a.released.lines)
      .slice(0, MAX_ACCOUNTS),
  }
}

const COLUMNS = ['month', 'debtor_iban', 'state', 'gate', 'reason', 'currency', 'lines', 'sum']

/** The same counts as CSV: one row for each month, account, state, gate, reason and currency. The export is audited. */
export async function exportCoverage(
  months: number,
  { actor, auditActor }: RequestedBy,
): Promise<AsyncGenerator<string>> {
  const groups = await countMonths(months)
  await recordNow({
    by: auditActor,
    action: 'payment.coverage_exported',
    details: { months, rows: groups.length },
  })
  return linesOf(groups, ibanMaskFor(actor))
}

async function* linesOf(groups: readonly MonthGroup[], shown: (iban: string | null) => string | null) {
  yield csvLine(COLUMNS)
  for (const { month, debtorIban, isReleased, gate, reason, currency, lines, sum } of groups) {
    const state = isReleased ? 'released' : 'not_released'
    yield csvLine([
      month,
      shown(debtorIban) ?? '',
      state,
      gate,
      reason,
      currency ?? '',
      `${lines}`,
      sum ?? '',
    ])
  }
}
