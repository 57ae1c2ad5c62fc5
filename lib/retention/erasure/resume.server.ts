import 'server-only'
import { type AuditActor, recordNow } from '@/lib/audit/record.server'
import { type Actor, hasRole } from '@/lib/auth/roles'
import { db, Prisma } from '@/lib/platform/db.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { bytes, select, text, uuid } from '@/lib/platform/sql/select.server'
import { erase } from '@/lib/retention/erasure/erase.server'
import { findSubject } from '@/lib/retention/hits.server'
import { assertHoldsConfirmed, unconfirmedRestore } from '@/lib/retention/restore.server'
import { openSubject } from '@/lib/retention/scope.server'

const STOPPED = { id: uuid, kind: text, subjectCipher: bytes.notNull() }

/** IDs of confirmed erasures that a legal hold stopped and no hold stops now. */
export async function resumableIds(): Promise<string[]> {
  const stopped = await select(
    db(),
    STOPPED,
    Prisma.sql`
    select e.id, e.kind, e.subject_cipher as "subjectCipher" from erasures e
     where e.confirmed_at is not null and e.applied_at is null and e.subject_cipher is not null
       and exists (select from legal_holds h where h.released_at >= coalesce(e.tried_at, e.confirmed_at))
     order by e.confirmed_at`,
  )
  const found: string[] = []
  if (stopped.length === 0 || (await unconfirmedRestore())) return found
  for (const { id, kind, subjectCipher } of stopped) {
    const { held } = await findSubject(openSubject('erasures', id, kind, subjectCipher))
    if (held === 0) found.push(id)
  }
  return found
}

/** How many stopped erasures this person can finish now. Admins only, because they place and release holds. */
export const countResumableErasures = async (actor: Actor): Promise<number> =>
  hasRole(actor, 'admin') ? (await resumableIds()).length : 0

/**
 * Finishes an erasure that a legal hold had stopped. Two people have confirmed it already, so one is enough.
 * @throws Refusal 404, 409 holds_unconfirmed | erasure_not_resumable when it is held, finished or was never confirmed
 */
export async function resumeErasure(id: string, auditActor: AuditActor): Promise<void> {
  if (!(await db().erasure.findUnique({ where: { id } }))) throw notFound()
  await assertHoldsConfirmed()
  if (!(await resumableIds()).includes(id))
    throw new Refusal(
      409,
      'erasure_not_resumable',
      'A legal hold still stops this erasure, or it has already finished.',
    )
  const object = { type: 'erasure', id }
  await recordNow({ by: auditActor, action: 'retention.erasure_resumed', object })
  await erase(id)
}
