import 'server-only'
import { type Db, db, Prisma } from '@/lib/platform/db.server'
import { int4, selectOne, text } from '@/lib/platform/sql/select.server'
import { linesOfSubject, reportsOfSubject } from '@/lib/retention/payments/subject-conditions.server'
import { heldScope, idsAbout, isHeld } from '@/lib/retention/scope.server'
import type { DataSubject } from '@/lib/retention/subject'
import type { SubjectHits } from '@/lib/retention/view'

const HITS = {
  checks: int4,
  held: int4,
  waiting: int4,
  reviews: int4,
  uploads: int4,
  originals: int4,
  documents: int4,
  payments: int4,
  releaseFiles: int4,
  reports: int4,
  oldest: text.or(null),
  newest: text.or(null),
}

/** Counts where a person or an IBAN occurs, by class of data. Never returns a value. */
export async function findSubject(subject: DataSubject, on: Db = db()): Promise<SubjectHits> {
  const ids = await idsAbout(on, subject)
  const scope = await heldScope(on)
  const lines = await linesOfSubject(on, subject)
  const reports = await reportsOfSubject(on, subject)
  return selectOne(
    on,
    HITS,
    Prisma.sql`
    with checks as (select v.id, v.status, v.created_at, ${isHeld(scope)} as held from verifications v
                     where v.id = any(${ids}::uuid[])),
         rows as (select distinct x.upload_id from upload_rows x where x.verification_id = any(${ids}::uuid[])),
         files as (select upload_id from rows union select unnest(${lines.uploadIds}::uuid[]))
    select count(*)::int as checks, count(*) filter (where held)::int as held,
           count(*) filter (where status = 'pending')::int as waiting,
           (select count(*)::int from reviews r where r.verification_id = any(${ids}::uuid[])) as reviews,
           (select count(*)::int from rows) as uploads,
           (select count(*)::int from upload_originals o join files f on f.upload_id = o.upload_id) as originals,
           (select count(*)::int from documents d join reviews r on r.id = d.review_id
             where r.verification_id = any(${ids}::uuid[])) as documents,
           ${lines.count}::int as payments,
           (select count(*)::int from payment_files f join payment_releases p on p.id = f.release_id
             where p.upload_id in (select upload_id from files)) as "releaseFiles",
           (select count(*)::int from payment_reports t
             where t.cipher is not null and t.upload_id in (select upload_id from files)
                or t.id = any(${reports}::uuid[])
                or exists (select from payment_report_lines j
                            where j.report_id = t.id and j.verification_id = any(${ids}::uuid[]))) as reports,
           to_char(min(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as oldest,
           to_char(max(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as newest
      from checks`,
  )
}
