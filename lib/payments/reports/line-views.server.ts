import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { takePage } from '@/lib/http/paging'
import { shortIban } from '@/lib/iban/format'
import { resultOfCode } from '@/lib/payments/reports/results'
import { OUR_RESULT } from '@/lib/payments/reports/summary.server'
import { REPORT_JOINS, type ReportJoin, type ReportLineView } from '@/lib/payments/reports/view'
import { isKnownLine } from '@/lib/payments/reports/visible.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { bool, int4, listOf, oneOf, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import type { ReportTopic } from '@/lib/tables/reports/report'
import { maskCode } from '@/lib/tables/reports/values'
import { MATCH_RESULTS } from '@/lib/verifications/outcome'
import { maskName } from '@/lib/verifications/view'

const ROW = {
  position: int4,
  join: oneOf(REPORT_JOINS),
  number: int4.or(null),
  code: text.or(null),
  reasonCode: text.or(null),
  texts: listOf(text),
  bankName: text.or(null),
  messageId: text.or(null),
  batchId: text.or(null),
  endToEndId: text.or(null),
  instructionId: text.or(null),
  uetr: text.or(null),
  iban: text.or(null),
  name: text.or(null),
  amount: text.or(null),
  currency: text.or(null),
  verificationId: uuid.or(null),
  reviewId: uuid.or(null),
  ours: oneOf(MATCH_RESULTS).or(null),
  isKnown: bool,
}
type Row = RowOf<typeof ROW>

/** The report whose lines are read. `changed`: the positions that contradict an earlier answer of the bank. */
type ReportRef = { id: string; runId: string | null; about: ReportTopic; changed: readonly number[] }
type LinesPage = { after: number; size: number; join?: ReportJoin | undefined }

/**
 * A page of the lines of a report, in its order. `masked`: names, IBANs and texts are hidden.
 * @returns `nextAfter` is the position after which the next page begins
 */
export async function lineViews(
  report: ReportRef,
  { after, size, join }: LinesPage,
  { actor, masked }: { actor: Actor; masked: boolean },
): Promise<{ items: ReportLineView[]; nextAfter: number | null }> {
  const isKnown = report.runId === null ? isKnownLine(actor) : Prisma.sql`false`
  const kind = join ? Prisma.sql`l."join" = ${join}` : Prisma.sql`true`
  const found = await select(
    db(),
    ROW,
    Prisma.sql`
    select l.position, l."join", l.number, l.code, l.reason_code as "reasonCode", coalesce(l.texts, '{}') as texts, l.bank_name as "bankName",
           l.message_id as "messageId", l.batch_id as "batchId",
           coalesce(l.end_to_end_id, p.end_to_end_id) as "endToEndId",
           coalesce(l.instruction_id, p.instruction_id) as "instructionId", coalesce(l.uetr, p.uetr) as uetr,
           coalesce(l.iban, p.iban) as iban, coalesce(l.name, v.name, p.name) as name,
           coalesce(l.amount, p.amount)::text as amount, coalesce(l.currency, p.currency) as currency,
           l.verification_id as "verificationId", w.id as "reviewId", ours.match_result as ours,
           ${isKnown} as "isKnown"
      from payment_report_lines l
      left join payment_lines p on p.upload_id = l.upload_id and p.number = l.number
      left join verifications v on v.id = l.verification_id
      left join reviews w on w.verification_id = l.verification_id
      left join ${OUR_RESULT} on true
     where l.report_id = ${report.id}::uuid and l.position > ${after} and ${kind}
     order by l.position limit ${size + 1}`,
  )
  const { items, nextCursor } = takePage(found, size, ({ position }) => position)
  const changed = new Set(report.changed)
  return {
    items: items.map((row) => viewOf(row, report, { masked, changed: changed.has(row.position) })),
    nextAfter: nextCursor,
  }
}

function viewOf(
  row: Row,
  { about, runId }: ReportRef,
  { masked, changed }: { masked: boolean; changed: boolean },
): ReportLineView {
  const { isKnown, ...line } = row
  const result = about === 'vop' ? resultOfCode(line.code) : null
  const view: ReportLineView = {
    ...line,
    result,
    differs: result !== null && line.ours !== null && line.ours !== result,
    changed,
    known: runId === null ? isKnown : null,
  }
  if (!masked) return view
  const hidden = (text: string | null) => text && maskName(text)
  return {
    ...view,
    code: line.code && maskCode(line.code),
    reasonCode: line.reasonCode && maskCode(line.reasonCode),
    texts: line.texts.map(() => '···'),
    bankName: hidden(line.bankName),
    iban: line.iban && shortIban(line.iban),
    name: hidden(line.name),
  }
}
