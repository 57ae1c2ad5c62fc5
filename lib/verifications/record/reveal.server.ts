import 'server-only'
import { enforceHourlyRate } from '@/lib/audit/rate.server'
import { record } from '@/lib/audit/record.server'
import { type RequestedBy, seesMasked } from '@/lib/auth/roles'
import { db } from '@/lib/platform/db.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { visibleTo } from '@/lib/verifications/record/queries.server'
import { REVEALS_AN_HOUR, redactReason } from '@/lib/verifications/record/reveal'
import type { RevealedFields } from '@/lib/verifications/view'

/**
 * Returns one check unmasked to somebody who sees masked values. The reason is written to the audit log in the same
 * transaction.
 * @throws Refusal 404; 409 not_masked (this reader sees it anyway) | verification_purged; 429 too_many_reveals
 */
export async function revealVerification(
  id: string,
  reason: string,
  { actor, auditActor }: RequestedBy,
): Promise<RevealedFields> {
  if (!seesMasked(actor)) throw new Refusal(409, 'not_masked', 'Your roles already show this check in full.')
  return db().$transaction(async (tx) => {
    const check = await tx.verification.findFirst({
      where: { id, ...visibleTo(actor) },
      select: {
        iban: true,
        name: true,
        matchedName: true,
        statusReason: true,
        unrecognised: true,
        note: true,
        comparison: true,
        purgedAt: true,
      },
    })
    if (!check) throw notFound()
    const { purgedAt, ...values } = check
    if (purgedAt)
      throw new Refusal(
        409,
        'verification_purged',
        'The retention rule deleted the names and IBAN of this check.',
      )
    await enforceHourlyRate(tx, actor.id, REVEALS)
    const object = { type: 'verification', id }
    const details = { reason: redactReason(reason, check) }
    await record({ by: auditActor, action: 'verification.revealed', object, details }, tx)
    return values as RevealedFields
  })
}

const REVEALS = {
  actions: ['verification.revealed'],
  most: REVEALS_AN_HOUR,
  code: 'too_many_reveals',
  sentence: `You revealed ${REVEALS_AN_HOUR} checks within an hour.`,
}
