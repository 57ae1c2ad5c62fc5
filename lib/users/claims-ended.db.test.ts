import { expect, it } from 'vitest'
import { closeSession } from '@/lib/auth/session.server'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { actsWaiting } from '@/lib/platform/testing/locks'
import { claimReview } from '@/lib/reviews/decision/claim.server'
import { decideGroup } from '@/lib/reviews/decision/group.server'
import { createReview } from '@/lib/reviews/testing/fixtures'
import { endOwnSession } from '@/lib/users/account.server'

const [analyst, leaving, reviewer] = [
  await insertPerson(),
  await insertPerson('reviewer'),
  await insertPerson('reviewer'),
]

it('a person signs out while somebody decides a group of items that they had claimed, without a deadlock', async () => {
  const made = [await createReview(analyst), await createReview(analyst), await createReview(analyst)]
  const items = made.sort((a, b) => (a.id < b.id ? 1 : -1))
  for (const { id } of items) await claimReview(id, leaving.actor)
  await db().review.updateMany({ data: { claimedUntil: new Date(0) } })
  const outcomes = await actsWaiting(
    (tx) => tx.$executeRaw`select from reviews where id = ${items[1]?.id}::uuid for update`,
    [
      () => decideGroup({ decision: 'reject', reason: 'wrong_payee', items } as never, reviewer),
      () => closeSession(leaving.sid),
    ],
  )
  expect(outcomes).toEqual(['done', 'done'])
  expect(await db().session.count({ where: { userId: leaving.id, revokedAt: null } })).toBe(0)
})

it('a claim that is being made while its person signs out ends with the session', async () => {
  const claimant = await insertPerson('reviewer')
  const { id } = await createReview(analyst)
  const ends = [() => closeSession(claimant.sid), () => endOwnSession(claimant.actor.sessionId, claimant)]
  for (const end of ends) {
    await db().session.updateMany({ where: { userId: claimant.id }, data: { revokedAt: null } })
    const outcomes = await actsWaiting(
      (tx) => tx.$executeRaw`select from reviews where id = ${id}::uuid for update`,
      [() => claimReview(id, claimant.actor), end],
    )
    expect(outcomes).toEqual(['done', 'done'])
    expect(await db().review.findUnique({ where: { id } })).toMatchObject({ claimedById: null })
  }
})
