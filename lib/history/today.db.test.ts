import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Role } from '@/lib/auth/roles'
import { insertPerson } from '@/lib/auth/testing/people'
import { db, type Prisma } from '@/lib/platform/db.server'
import { PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'
import { listLostResponses, waitingReviews } from './today.server'

const people = {
  analyst: (await insertPerson()).actor,
  reviewer: (await insertPerson('reviewer')).actor,
  admin: (await insertPerson('admin')).actor,
}
const actor = (role: Role) => people[role]

const check = (by: Role, given: Partial<Prisma.VerificationUncheckedCreateInput>) =>
  db().verification.create({
    data: {
      id: randomUUID(),
      ...PLAIN_CHECK,
      requestedById: actor(by).id,
      ...given,
    },
    select: { id: true },
  })

describe('what needs attention', () => {
  it('lists lost responses until somebody has resolved them', async () => {
    const open = await check('analyst', { status: 'unknown' })
    const settled = await check('analyst', { status: 'unknown' })
    await db().attempt.create({ data: { id: randomUUID(), verificationId: open.id, state: 'unknown' } })
    await db().attempt.create({
      data: { id: randomUUID(), verificationId: settled.id, state: 'written_off' },
    })
    expect((await listLostResponses(actor('analyst'), 'live')).map(({ id }) => id)).toEqual([open.id])
    expect(await listLostResponses(actor('analyst'), 'sandbox')).toEqual([])
  })

  it('is empty when nothing is waiting', async () => {
    expect(await waitingReviews(actor('reviewer'), 'sandbox')).toEqual({
      waiting: 0,
      oldestAt: null,
      ages: [0, 0, 0],
    })
  })
})
