import 'server-only'
import { GATES, type GateReason, LINE_GATES } from '@/lib/payments/gate/gate'
import type { Coverage, GateSums, GateTotals, RunSummary } from '@/lib/payments/view'
import { todaySql } from '@/lib/platform/days/days.server'
import { db, PREPARED, Prisma } from '@/lib/platform/db.server'
import { bool, int4, oneOf, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { addSums } from '@/lib/tables/money/decimal'

const GROUP = {
  run: uuid,
  isReleased: bool,
  gate: oneOf(GATES),
  reason: text,
  currency: text.or(null),
  debtorIban: text.or(null),
  debtorName: text.or(null),
  debtorBic: text.or(null),
  dueOn: text.or(null),
  past: bool.or(null),
  lines: int4,
  sum: text.or(null),
}
/** A number of lines of a run that are equal in every value by which totals are shown. */
export type LineGroup = RowOf<typeof GROUP>
type Counted = Pick<LineGroup, 'isReleased' | 'gate' | 'reason' | 'currency' | 'lines' | 'sum'>

/** Counts the lines of these runs in one statement: a run of 100,000 lines has only a few groups. */
export async function countLines(runs: readonly string[]): Promise<Map<string, LineGroup[]>> {
  const groups = await select(
    db(),
    GROUP,
    Prisma.sql`${PREPARED}
    select l.upload_id as run, l.release_id is not null as "isReleased", l.gate, l.gate_reason as reason, l.currency,
           l.debtor_iban as "debtorIban", l.debtor_name as "debtorName", l.debtor_bic as "debtorBic",
           l.due_on::text as "dueOn", l.due_on < ${todaySql()} as past, count(*)::int as lines, sum(l.amount)::text as sum
      from payment_lines l where l.upload_id = any(${runs}::uuid[])
     group by l.upload_id, l.release_id is not null, l.gate, l.gate_reason, l.currency, l.debtor_iban, l.debtor_name,
              l.debtor_bic, l.due_on`,
  )
  const byRun = new Map<string, LineGroup[]>(runs.map((run) => [run, []]))
  for (const group of groups) byRun.get(group.run)?.push(group)
  return byRun
}

/** The number of lines in these groups, and their sums as exact decimals by currency. */
export const totalsOf = (groups: readonly Pick<Counted, 'currency' | 'lines' | 'sum'>[]): GateTotals => ({
  lines: groups.reduce((lines, group) => lines + group.lines, 0),
  sums: addSums(
    ...groups.map(({ currency, sum }) => (currency === null || sum === null ? {} : { [currency]: sum })),
  ),
})

/** Lines and sums by gate. Released lines count as `released`, whatever their gate was. */
export const gateSumsOf = (groups: readonly LineGroup[]): GateSums =>
  Object.fromEntries(
    LINE_GATES.map((gate) => [
      gate,
      totalsOf(groups.filter((group) => (group.isReleased ? 'released' : group.gate) === gate)),
    ]),
  ) as GateSums

/**
 * What share of the released lines was cleared by an answer, and so was checked. `reasons` counts all other lines,
 * released or not, by the reason of their gate.
 */
export function coverageOf(groups: readonly Counted[]): Coverage {
  const isChecked = ({ gate }: Counted) => gate === 'clear' || gate === 'corrected'
  const rest = groups.filter((group) => !isChecked(group))
  const reasons = [...new Set(rest.map(({ reason }) => reason))].sort()
  return {
    released: totalsOf(groups.filter(({ isReleased }) => isReleased)),
    checked: totalsOf(groups.filter((group) => group.isReleased && isChecked(group))),
    reasons: reasons.map((reason) => ({
      reason: reason as GateReason,
      ...totalsOf(rest.filter((group) => group.reason === reason)),
    })),
  }
}

/** The most debtor accounts or due dates that a page shows. */
const MAX_SHOWN = 50

/** The debtor accounts of these groups by IBAN, at most 50. */
export function debtorsOf(groups: readonly LineGroup[]): RunSummary['debtors'] {
  const debtors = new Map(
    groups.map(({ debtorIban: iban, debtorName: name, debtorBic: bic }) => [
      JSON.stringify([iban, name, bic]),
      { iban, name, bic },
    ]),
  )
  return [...debtors.values()]
    .filter(({ iban, name, bic }) => iban !== null || name !== null || bic !== null)
    .sort((a, b) => (a.iban ?? '').localeCompare(b.iban ?? ''))
    .slice(0, MAX_SHOWN)
}

/** The execution dates of these groups, ascending as `2026-03-31`, at most 50. */
export const dueDatesOf = (groups: readonly LineGroup[]): string[] =>
  [...new Set(groups.flatMap(({ dueOn }) => dueOn ?? []))].sort().slice(0, MAX_SHOWN)
