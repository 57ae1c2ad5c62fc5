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
 * Locks the reports of these runs, and every report that may mention the subject, before any of them is changed: a file
 * that is loaded again locks its reports in ID order too.
 * @returns their IDs
 */
export async function lockReports(tx: Tx, { subject }: ErasureTarget, runIds: string[]): Promise<string[]> {
  const locked = await select(
    tx,
    { id: uuid },
    Prisma.sql`
    select r.id from payment_reports r
     where r.upload_id = any(${runIds}::uuid[])
        or ${mayMention(Prisma.sql`concat_ws(' ', r.file_name, r.summary::text)`, subject)}
        or r.id in (select j.report_id from payment_report_lines j where ${mayMention(TEXTS, subject)})
     order by r.id for update`,
  )
  return locked.map(({ id }) => id)
}

/**
 * Erases all texts of the report lines that mention the subject, and deletes the files of their reports.
 * @param reportIds the reports that were locked
 */
export async function eraseReportLines(
  tx: Tx,
  erasure: ErasureTarget,
  reportIds: string[],
): Promise<Redaction> {
  const sum = { changed: 0, held: 0 }
  for (let last = { reportId: '00000000-0000-0000-0000-000000000000', position: 0 }; ; ) {
    const page = await pageOf(tx, erasure, { reportIds, last })
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
const TEXTS = Prisma.sql`concat_ws(' ', j.iban, j.name, j.bank_name, ${OTHERS})`

const pageOf = (
  tx: Tx,
  { subject, scope, before }: ErasureTarget,
  { reportIds, last }: { reportIds: string[]; last: { reportId: string; position: number } },
): Promise<Line[]> =>
  select(
    tx,
    LINE,
    Prisma.sql`
    select j.report_id as "reportId", j.position, ${reportHeld(scope)} as held, j.iban, j.name,
           j.bank_name as "bankName", ${OTHERS} as others
      from payment_report_lines j join payment_reports r on r.id = j.report_id
     where j.report_id = any(${reportIds}::uuid[]) and r.received_at <= ${before}::timestamptz
       and (j.report_id, j.position) > (${last.reportId}::uuid, ${last.position}::int) and ${mayMention(TEXTS, subject)}
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
