import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor, Role } from '@/lib/auth/roles'
import { db, type Prisma } from '@/lib/platform/db.server'
import { ownDatabase } from '@/lib/platform/testing/database'
import { countToday, lostAnswers, waitingReviews } from './today.server'

ownDatabase()

const actors = new Map<Role, Actor>()
const actor = (role: Role) => actors.get(role) as Actor

async function person(role: Role): Promise<void> {
  const id = randomUUID()
  const email = `${id}@accord.test`
  await db().user.create({ data: { id, email, name: role, passwordHash: 'none', roles: [role] } })
  actors.set(role, { id, sessionId: randomUUID(), name: role, email, roles: [role], timeZone: null })
}

const check = (by: Role, given: Partial<Prisma.VerificationUncheckedCreateInput>) =>
  db().verification.create({
    data: {
      id: randomUUID(),
      environment: 'live',
      source: 'single',
      iban: 'FR7630006000011234567890189',
      name: 'Jean Dupont',
      nameSearch: 'jean dupont',
      country: 'FR',
      requestedById: actor(by).id,
      ...given,
    },
    select: { id: true },
  })

beforeAll(async () => {
  for (const role of ['analyst', 'reviewer', 'admin'] as const) await person(role)
})

describe('today', () => {
  it('counts by outcome since midnight of the zone: analysts their own, others all', async () => {
    await check('analyst', { status: 'completed', matchResult: 'match' })
    await check('analyst', { status: 'failed' })
    await check('reviewer', { status: 'completed', matchResult: 'match' })
    await check('analyst', { status: 'pending', environment: 'sandbox' })
    await check('analyst', { status: 'failed', createdAt: new Date(Date.now() - 48 * 3_600_000) })
    expect(await countToday(actor('analyst'), 'live')).toMatchObject({ match: 1, failed: 1, waiting: 0 })
    expect(await countToday(actor('admin'), 'live')).toMatchObject({ match: 2, failed: 1 })
    expect(await countToday(actor('analyst'), 'sandbox')).toMatchObject({ waiting: 1, match: 0 })
  })

  it('names lost answers until somebody has settled them', async () => {
    const open = await check('analyst', { status: 'unknown' })
    const settled = await check('analyst', { status: 'unknown' })
    await db().attempt.create({ data: { id: randomUUID(), verificationId: open.id, state: 'unknown' } })
    await db().attempt.create({
      data: { id: randomUUID(), verificationId: settled.id, state: 'written_off' },
    })
    expect((await lostAnswers(actor('analyst'), 'live')).map(({ id }) => id)).toEqual([open.id])
    expect(await lostAnswers(actor('analyst'), 'sandbox')).toEqual([])
  })

  it('says nothing waits where nothing does', async () => {
    expect(await waitingReviews(actor('reviewer'), 'sandbox')).toEqual({
      waiting: 0,
      oldestAt: null,
      ages: [0, 0, 0],
    })
  })
})
