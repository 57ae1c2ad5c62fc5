import 'server-only'
import { db, Prisma } from '@/lib/platform/db.server'
import { int4, listOf, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'

const REPORTED_ANSWER = {
  number: int4.notNull(),
  code: text.or(null),
  reasonCode: text.or(null),
  texts: listOf(text),
  bankName: text.or(null),
  reportId: uuid,
}
/** The newest answer of the payer's bank for a line, as received. */
export type ReportedAnswer = RowOf<typeof REPORTED_ANSWER>

/** The newest reported answer of each of these lines of a run, by line number. Lines without one are left out. */
export async function readReportedAnswers(
  uploadId: string,
  numbers: readonly number[],
): Promise<Map<number, ReportedAnswer>> {
  const rows = await select(
    db(),
    REPORTED_ANSWER,
    Prisma.sql`
    select distinct on (j.number) j.number, j.code, j.reason_code as "reasonCode",
           coalesce(j.texts, array[]::text[]) as texts, j.bank_name as "bankName", j.report_id as "reportId"
      from payment_report_lines j join payment_reports t on t.id = j.report_id
     where t.about = 'vop' and j.upload_id = ${uploadId}::uuid and j.number = any(${numbers}::int[])
     order by j.number, t.number desc, j.position desc`,
  )
  return new Map(rows.map((row) => [row.number, row]))
}
