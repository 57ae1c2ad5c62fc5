import 'server-only'
import { type Db, Prisma } from '@/lib/platform/db.server'
import { listOf, selectOne, uuid } from '@/lib/platform/sql/select.server'
import type { Involved } from '@/lib/reviews/policy'

/**
 * SQL of the people who ran a check or one that it repeats: they never decide it, nor allow its name.
 * @param check SQL of the ID of the check
 */
export const requestersOf = (check: Prisma.Sql): Prisma.Sql => Prisma.sql`select askers_of(${check})`

/**
 * SQL of the people who loaded a bank's report with the answer of a check, or joined it to its run: they never decide it.
 * @param check SQL of the ID of the check
 */
export const loadersOf = (check: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select distinct loader.id from payment_report_lines said
    join payment_reports report on report.id = said.report_id
    cross join lateral (values (report.received_by_id), (report.joined_by_id)) loader (id)
   where said.verification_id = ${check} and loader.id is not null`

/** Both for one check. */
export function readInvolved(on: Db, verificationId: string): Promise<Involved> {
  const check = Prisma.sql`${verificationId}::uuid`
  return selectOne(
    on,
    { requesterIds: listOf(uuid), loadedByIds: listOf(uuid) },
    Prisma.sql`
    select array(${requestersOf(check)}) as "requesterIds", array(${loadersOf(check)}) as "loadedByIds"`,
  )
}
