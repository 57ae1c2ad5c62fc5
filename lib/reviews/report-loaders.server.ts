import 'server-only'
import { type Db, Prisma } from '@/lib/platform/db.server'
import { select, uuid } from '@/lib/platform/sql/select.server'

/**
 * SQL of the people who loaded a bank's report with the answer of a check, or joined it to its run: they never decide it.
 * @param check SQL of the ID of the check
 */
export const loadersOf = (check: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select distinct loader.id from payment_report_lines said
    join payment_reports report on report.id = said.report_id
    cross join lateral (values (report.received_by_id), (report.joined_by_id)) loader (id)
   where said.verification_id = ${check} and loader.id is not null`

/** The same for one check. */
export async function readLoaders(on: Db, verificationId: string): Promise<string[]> {
  const rows = await select(on, { id: uuid }, loadersOf(Prisma.sql`${verificationId}::uuid`))
  return rows.map(({ id }) => id)
}
