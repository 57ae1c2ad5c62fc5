import 'server-only'
import { type Db, db } from '@/lib/platform/db.server'
import { heldScope, idsAbout, isHeld } from '@/lib/retention/scope.server'
import type { DataSubject } from '@/lib/retention/subject'
import type { SubjectHits } from '@/lib/retention/view'

/** Where somebody occurs: counts by class, never a value. */
export async function findSubject(subject: DataSubject, on: Db = db()): Promise<SubjectHits> {
  const ids = await idsAbout(on, subject)
  const scope = await heldScope(on)
  const [row] = await on.$queryRaw<SubjectHits[]>`
    with checks as (select v.id, v.status, v.created_at, ${isHeld(scope)} as held from verifications v
                     where v.id = any(${ids}::uuid[])),
         files as (select distinct x.upload_id from upload_rows x where x.verification_id = any(${ids}::uuid[]))
    select count(*)::int as checks, count(*) filter (where held)::int as held,
           count(*) filter (where status = 'pending')::int as waiting,
           (select count(*)::int from reviews r where r.verification_id = any(${ids}::uuid[])) as reviews,
           (select count(*)::int from files) as uploads,
           (select count(*)::int from upload_originals o join files f on f.upload_id = o.upload_id) as originals,
           (select count(*)::int from documents d join reviews r on r.id = d.review_id
             where r.verification_id = any(${ids}::uuid[])) as documents,
           to_char(min(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as oldest,
           to_char(max(created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as newest
      from checks`
  if (!row) throw new Error('no counts')
  return row
}
