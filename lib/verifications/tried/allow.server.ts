import 'server-only'
import { record } from '@/lib/audit/record.server'
import { type Actor, hasRole, type RequestedBy, seesAll } from '@/lib/auth/roles'
import { assertMayDecide } from '@/lib/auth/second-person.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { date, select, uuid } from '@/lib/platform/sql/select.server'
import { readInvolved, requestersOf } from '@/lib/reviews/involved.server'

/** A name that is held back and not allowed yet. */
export type HeldName = { id: string; createdAt: string }

/**
 * Lets a second person allow a name that was held back because too many names were tried on its IBAN. The check itself
 * stays unsent; for 24 hours the same IBAN and name can be checked. Idempotent.
 * @throws Refusal 404; 403 four_eyes (who ran it or one that it repeats) | decides_later; 409 not_held_back
 */
export async function releaseHeldName(id: string, { actor, auditActor }: RequestedBy): Promise<void> {
  await db().$transaction(async (tx) => {
    const check = await tx.verification.findUnique({
      where: { id },
      select: { requestedById: true, status: true, problemCode: true },
    })
    if (!check || !seesAll(actor)) throw notFound()
    if (check.status !== 'not_sent' || check.problemCode !== 'second_person_required')
      throw new Refusal(409, 'not_held_back', 'This check wasn’t held back.')
    const { requesterIds } = await readInvolved(tx, id)
    if (requesterIds.includes(actor.id))
      throw new Refusal(
        403,
        'four_eyes',
        'You ran this check or one that it repeats, so someone else must allow it.',
      )
    await assertMayDecide(actor.id, tx)
    const { count } = await tx.allowedName.createMany({
      data: { verificationId: id, allowedById: actor.id },
      skipDuplicates: true,
    })
    if (count === 0) return
    await notify(tx, { topic: 'verification', id, userId: check.requestedById })
    const object = { type: 'verification', id }
    await record({ by: auditActor, action: 'verification.name_allowed', object }, tx)
  })
}

/** Held-back names of the last 24 hours, the newest three: for reviewers those they can allow, for analysts their own. */
export async function listHeldNames(actor: Pick<Actor, 'id' | 'roles'>): Promise<HeldName[]> {
  const whose = hasRole(actor, 'reviewer')
    ? Prisma.sql`${actor.id}::uuid not in (${requestersOf(Prisma.sql`v.id`)})`
    : Prisma.sql`v.requested_by_id = ${actor.id}::uuid`
  const rows = await select(
    db(),
    { id: uuid, createdAt: date },
    Prisma.sql`
    select v.id, v.created_at as "createdAt" from verifications v
     where v.problem_code = 'second_person_required' and v.created_at > now() - interval '24 hours' and v.purged_at is null
       and ${whose} and not exists (select 1 from allowed_names n where n.verification_id = v.id)
     order by v.created_at desc limit 3`,
  )
  return rows.map(({ id, createdAt }) => ({ id, createdAt: createdAt.toISOString() }))
}
