import 'server-only'
import { record } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { db, Prisma } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { select, uuid } from '@/lib/platform/sql/select.server'
import { markNotSent } from '@/lib/verifications/check/record.server'
import { readVerification, visibleTo } from '@/lib/verifications/record/queries.server'
import type { VerificationView } from '@/lib/verifications/view'

/**
 * Cancels a waiting check: it becomes `not_sent` with the code `cancelled`. Nothing was billed.
 * @throws Refusal 404; 409 already_sent when it is being sent or has its answer
 */
export async function cancelVerification(
  id: string,
  { actor, auditActor }: RequestedBy,
): Promise<VerificationView> {
  const found = await db().verification.findFirst({
    where: { id, ...visibleTo(actor) },
    select: { requestedById: true },
  })
  if (!found) throw notFound()
  await db().$transaction(async (tx) => {
    const cancelled = await select(
      tx,
      { id: uuid },
      Prisma.sql`
      update attempts set state = 'not_sent', error_class = 'cancelled', ended_at = now()
       where verification_id = ${id}::uuid and state = 'ready' returning id`,
    )
    if (cancelled.length === 0)
      throw new Refusal(409, 'already_sent', 'This check has already been sent and can’t be cancelled.')
    await markNotSent(tx, id, 'cancelled')
    await notify(tx, { topic: 'verification', id, userId: found.requestedById })
    await record(
      { by: auditActor, action: 'verification.cancelled', object: { type: 'verification', id } },
      tx,
    )
  })
  return readVerification(id, actor)
}
