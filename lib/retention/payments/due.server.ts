import 'server-only'
import { OPEN_RUN } from '@/lib/payments/release/open.server'
import { Prisma } from '@/lib/platform/db.server'
import type { Cutoffs } from '@/lib/retention/cutoff.server'
import { type HeldScope, isHeld } from '@/lib/retention/scope.server'

type Before = Pick<Cutoffs, 'originals' | 'checks'>

/** SQL condition: upload `u` has a payment run that may still be released, so its original file is needed. */
export const HAS_OPEN_RUN: Prisma.Sql = Prisma.sql`
  exists (select from payment_runs g where g.upload_id = u.id and ${OPEN_RUN})`

/**
 * SQL condition: the original file of upload `u` is due for deletion. A payment run that may still be released keeps it
 * longer, but never longer than the rows that were read from it.
 */
export const dueOriginal = ({ originals, checks }: Before): Prisma.Sql => Prisma.sql`
  (u.created_at < ${checks}::timestamptz or u.created_at < ${originals}::timestamptz and not ${HAS_OPEN_RUN})`

/** SQL condition: the files of release `p` of upload `u` are due for deletion. */
export const dueReleaseFiles = ({ originals, checks }: Before): Prisma.Sql => Prisma.sql`
  (p.released_at < ${originals}::timestamptz or u.created_at < ${checks}::timestamptz)`

/** SQL condition: the file of bank report `r` is due for deletion. */
export const dueReportFile = ({ originals, checks }: Before): Prisma.Sql => Prisma.sql`
  r.cipher is not null and r.received_at < greatest(${originals}::timestamptz, ${checks}::timestamptz)`

/** SQL condition: bank report `r` is on legal hold, through its run, the checks that it became, or a subject in it. */
export const reportHeld = (scope: HeldScope): Prisma.Sql => Prisma.sql`
  (coalesce(r.upload_id = any(${scope.uploadIds}::uuid[]), false) or r.id = any(${scope.reportIds}::uuid[])
   or exists (select from payment_report_lines j join verifications v on v.id = j.verification_id
               where j.report_id = r.id and ${isHeld(scope)}))`
