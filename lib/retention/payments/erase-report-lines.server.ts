import 'server-only'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { bool, int4, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { mayMention } from '@/lib/retention/mention.server'
import {
  dropReportFiles,
  type ErasureTarget,
  type Redaction,
} from '@/lib/retention/payments/drop-files.server'
import { reportHeld } from '@/lib/retention/payments/due.server'
import { WITHOUT_TEXTS } from '@/lib/retention/payments/strip.server'
import { type DataSubject, isNamed, redact } from '@/lib/retention/subject'

const PAGE = 2_000
const LINE = {
  reportId: uuid,
  position: int4,
  held: bool,
  iban: text.or(null),
  name: text.or(null),
  bankName: text.or(null),
  others: text,
}
type Line = RowOf<typeof LINE>

/**
 * Erases all texts of the report lines that mention the subject, and deletes the files of their reports.
 */
export async function eraseReportLines(tx: Tx, erasure: ErasureTarget): Promise<Redaction> {
  const sum = { changed: 0, held: 0 }
  for (let last = { reportId: '00000000-0000-0000-0000-000000000000', position: 0 }; ; ) {
    const page = await pageOf(tx, erasure, last)
    const named = page.filter((line) => mentionsSubject(line, erasure.subject))
    const free = named.filter(({ held }) => !held)
    sum.held += named.length - free.length
    await dropReportFiles(tx, Prisma.sql`r.id = any(${free.map(({ reportId }) => reportId)}::uuid[])`)
    for (const line of free) sum.changed += await eraseLine(tx, line)
    const end = page.at(-1)
    if (!end || page.length < PAGE) return sum
    last = { reportId: end.reportId, position: end.position }
  }
}

const OTHERS = Prisma.sql`
  concat_ws(' ', j.code, j.reason_code, array_to_string(j.texts, ' '), j.end_to_end_id, j.instruction_id, j.uetr,
    j.message_id, j.batch_id)`

const pageOf = (
  tx: Tx,
  { subject, scope, before }: ErasureTarget,
  last: { reportId: string; position: number },
): Promise<Line[]> =>
  select(
    tx,
    LINE,
    Prisma.sql`
    select j.report_id as "reportId", j.position, ${reportHeld(scope)} as held, j.iban, j.name,
           j.bank_name as "bankName", ${OTHERS} as others
      from payment_report_lines j join payment_reports r on r.id = j.report_id
     where (j.report_id, j.position) > (${last.reportId}::uuid, ${last.position}::int) and r.received_at <= ${before}::timestamptz
       and ${mayMention(Prisma.sql`concat_ws(' ', j.iban, j.name, j.bank_name, ${OTHERS})`, subject)}
     order by j.report_id, j.position limit ${PAGE}`,
  )

const mentionsSubject = ({ iban, name, bankName, others }: Line, subject: DataSubject): boolean =>
  (subject.kind === 'iban' && iban === subject.key) ||
  isNamed(subject, name ?? '') ||
  isNamed(subject, bankName ?? '') ||
  redact(others, subject) !== others

const eraseLine = (tx: Tx, { reportId, position }: Line): Promise<number> => tx.$executeRaw`
  update payment_report_lines j set ${WITHOUT_TEXTS}
   where j.report_id = ${reportId}::uuid and j.position = ${position}::int`
