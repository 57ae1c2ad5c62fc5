import 'server-only'
import { type Db, Prisma } from '@/lib/platform/db.server'
import { int4, select } from '@/lib/platform/sql/select.server'

/**
 * Which of these lines would be released with a name from a bank report that this person loaded or joined. Four eyes:
 * somebody else must release them. The trigger `payment_releases_own_report` enforces the same.
 * @param numbers the corrected lines of the release
 */
export async function ownReportLines(
  on: Db,
  { uploadId, numbers, personId }: { uploadId: string; numbers: readonly number[]; personId: string },
): Promise<number[]> {
  if (numbers.length === 0) return []
  const rows = await select(
    on,
    { number: int4.notNull() },
    Prisma.sql`
    select distinct j.number from payment_report_lines j
      join payment_reports t on t.id = j.report_id and ${personId}::uuid in (t.received_by_id, t.joined_by_id)
      join reviews q on q.verification_id = j.verification_id and q.state = 'approved'
     where j.upload_id = ${uploadId}::uuid and j.number = any(${numbers}::int[]) and exists (
       select from decisions d where d.review_id = q.id and d.kind = 'approve' and d.undone_at is null
          and d.corrected_name is not null)
     order by j.number`,
  )
  return rows.map(({ number }) => number)
}
