import 'server-only'
import { record } from '@/lib/audit/record.server'
import { constantTimeEqual } from '@/lib/audit/seal.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import { encrypt } from '@/lib/platform/crypto.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { notFound, Refusal, refusedField } from '@/lib/platform/refusal'
import { databaseNow } from '@/lib/platform/sql/now.server'
import { erase, NAMELESS, recoverSubjects, subjectDigest } from '@/lib/retention/erasure/erase.server'
import { completedErasures } from '@/lib/retention/erasure/erasures.server'
import { enforceSubjectRate } from '@/lib/retention/rate.server'
import { assertHoldsConfirmed } from '@/lib/retention/restore.server'
import { allowRedaction } from '@/lib/retention/strip.server'
import type { DataSubject } from '@/lib/retention/subject'

/** How many erasures must be repeated after a restore and have no known subject. */
export const countNamelessErasures = (): Promise<number> => db().erasure.count({ where: NAMELESS })

/**
 * Enters the subject of a nameless erasure again and carries it out. Two people have confirmed it already, so one is
 * enough. A wrong subject is recorded and counts towards the hourly rate, because the response compares it.
 * @throws Refusal 404, 409 erasure_not_nameless | holds_unconfirmed when a lost hold may have stopped it,
 *   422 subject_differs, 429 too_many_subjects
 */
export async function nameErasure(
  id: string,
  subject: DataSubject,
  { actor, auditActor }: RequestedBy,
): Promise<void> {
  if (!(await completedErasures()).has(id)) await assertHoldsConfirmed()
  const same = await db().$transaction(async (tx) => {
    await enforceSubjectRate(tx, actor)
    const row = await tx.erasure.findUnique({ where: { id, ...NAMELESS } })
    if (!row) throw await notNameless(tx, id)
    const same = constantTimeEqual(row.digest, subjectDigest(subject.kind, subject.key))
    if (same) {
      await allowRedaction(tx)
      const subjectCipher = encrypt(subject.value, `erasures|subject_cipher|${id}`)
      await tx.erasure.update({ where: { id }, data: { subjectCipher } })
    }
    const action = same ? 'retention.erasure_named' : 'retention.erasure_misnamed'
    await record({ by: auditActor, action, object: { type: 'erasure', id } }, tx)
    return same
  })
  if (!same) throw differs()
  await erase(id)
}

/**
 * Closes a nameless erasure whose subject nobody knows any more, after looking for it a last time. It doesn't count as
 * complete: texts and files may still mention the subject, and another restore opens it again.
 * @throws Refusal 404; 401 session_required when the person lost access during that; 409 erasure_not_nameless
 */
export async function closeErasure(
  id: string,
  reason: string,
  { actor, auditActor }: RequestedBy,
): Promise<void> {
  await recoverSubjects(await db().erasure.findMany({ where: { id, ...NAMELESS } }))
  await db().$transaction(async (tx) => {
    await lockAccess(tx, actor)
    await allowRedaction(tx)
    const closed = { closedById: actor.id, closedAt: await databaseNow(tx), closeReason: reason }
    const { count } = await tx.erasure.updateMany({ where: { id, ...NAMELESS }, data: closed })
    if (count === 0) throw await notNameless(tx, id)
    const object = { type: 'erasure', id }
    await record({ by: auditActor, action: 'retention.erasure_closed', object }, tx)
  })
}

const notNameless = async (tx: Tx, id: string): Promise<Refusal> =>
  (await tx.erasure.findUnique({ where: { id } }))
    ? new Refusal(409, 'erasure_not_nameless', 'This erasure doesn’t need its name again.')
    : notFound()

const differs = () =>
  refusedField(
    'subject_differs',
    'subject.value',
    'This erasure is about somebody else. Enter the name or the IBAN that was requested.',
  )
