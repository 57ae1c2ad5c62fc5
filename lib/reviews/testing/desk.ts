import { randomUUID } from 'node:crypto'
import type { Doer } from '@/lib/audit/record.server'
import type { Actor, Role } from '@/lib/auth/roles'
import { db } from '@/lib/platform/db.server'
import { openReviews } from '@/lib/reviews/open.server'

export type Seat = { actor: Actor; doer: Doer }

/** A person with roles, as a route would see them. */
export async function person(...roles: Role[]): Promise<Seat> {
  const email = `${randomUUID()}@accord.test`
  const { id } = await db().user.create({
    data: { email, name: roles.join(' and '), passwordHash: 'x', roles },
  })
  const actor: Actor = { id, sessionId: randomUUID(), name: 'Somebody', email, roles, timeZone: null }
  return { actor, doer: { kind: 'user', id, roles } }
}

const EVIDENCE = 'a'.repeat(64)

/** A check with a doubtful answer, already in the queue. @returns the id of its review and its evidence */
export async function doubtful(asker: Actor, result: 'close_match' | 'no_match' = 'close_match') {
  const verification = await db().verification.create({
    data: {
      environment: 'live',
      source: 'single',
      iban: 'FR7630006000011234567890189',
      name: 'Jean Dupond',
      nameSearch: 'jean dupond',
      country: 'FR',
      status: 'completed',
      matchResult: result,
      matchedName: result === 'close_match' ? 'Jean Dupont' : null,
      evidenceHash: EVIDENCE,
      requestedById: asker.id,
    },
  })
  await db().$transaction((tx) => openReviews(tx, [verification.id]))
  const review = await db().review.findUniqueOrThrow({ where: { verificationId: verification.id } })
  return { id: review.id, verificationId: verification.id, evidenceHash: EVIDENCE }
}
