import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { db, LONG_TIMEOUTS, type Tx } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import type { KnownCounts, KnownInput } from '@/lib/uploads/known/known'
import { reuseKnown } from '@/lib/uploads/known/reuse.server'
import { lockUploadFor, touchUpload } from '@/lib/uploads/sending/lock.server'
import { startSending } from '@/lib/uploads/sending/start.server'

/**
 * Records the choice about known answers: take them, or pay for every check again. Then starts the sending, unless
 * something else holds it.
 * @throws Refusal those of `lockUploadFor`; 409 known_not_offered when there is no open offer
 */
export async function chooseKnown(
  id: string,
  { take }: KnownInput,
  { actor, auditActor }: RequestedBy,
): Promise<void> {
  await db().$transaction(async (tx) => {
    const upload = await lockUploadFor(tx, id, actor)
    const { knownChoice, knownRows, knownCredits } = await tx.upload.findUniqueOrThrow({ where: { id } })
    if (upload.state !== 'paused' || knownChoice !== 'open')
      throw new Refusal(409, 'known_not_offered', 'This upload has no earlier answers to choose.')
    const counts = take ? await reuseKnown(tx, id, actor) : { rows: knownRows, credits: knownCredits }
    if (!take) await tx.upload.update({ where: { id }, data: { knownChoice: 'anew' } })
    await recordChoice(tx, id, take, counts, auditActor)
    // an upload that a restore paused is resumed by a person, which compares it first
    if (upload.pauseReason !== 'user') await startSending(tx, id)
    await touchUpload(tx, id)
  }, LONG_TIMEOUTS)
}

/** Audits a choice with its counts. */
export function recordChoice(
  tx: Tx,
  uploadId: string,
  take: boolean,
  { rows, credits }: KnownCounts,
  by: AuditActor,
): Promise<void> {
  const action = take ? 'upload.known_taken' : 'upload.known_declined'
  return record({ by, action, object: { type: 'upload', id: uploadId }, details: { rows, credits } }, tx)
}
