import { describe, expect, it } from 'vitest'
import { GET as oneReview } from '@/app/api/reviews/[id]/route'
import { GET } from '@/app/api/verifications/[id]/route'
import { POST as search } from '@/app/api/verifications/search/route'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { queryAsOwner } from '@/lib/platform/testing/database'
import { callRoute, PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'

const analyst = await insertPerson()
const reviewer = await insertPerson('reviewer')

const stored = async (more: { source?: 'bulk'; createdAt?: Date } = {}) =>
  (await db().verification.create({ data: { ...PLAIN_CHECK, requestedById: analyst.id, ...more } })).id
const open = (as: Person, id: string) =>
  callRoute(GET, 'GET', `/api/verifications/${id}`, { as, params: { id } })
const looks = async (id: string) =>
  (await db().auditEntry.findMany({ where: { action: 'verification.opened', objectId: id } })).map(
    ({ actorId, details }) => ({ actorId, details }),
  )
const YESTERDAY = new Date(Date.now() - 24 * 3_600_000)

describe('opening a check', () => {
  it('is recorded in the audit log, with the id only and once an hour', async () => {
    const id = await stored()
    for (let look = 0; look < 3; look++) expect((await open(reviewer, id)).status).toBe(200)
    expect(await looks(id)).toEqual([{ actorId: reviewer.id, details: {} }])
    await queryAsOwner(`set session_replication_role = 'replica';
      update audit_entries set at = at - interval '61 minutes' where object_id = '${id}'`)
    await open(reviewer, id)
    expect(await looks(id)).toHaveLength(2)
  })

  it('is recorded for an own check too, but not right after it was made, and never for a list', async () => {
    const [fresh, old, row] = [
      await stored(),
      await stored({ createdAt: YESTERDAY }),
      await stored({ source: 'bulk' }),
    ]
    const found = await callRoute(search, 'POST', '/api/verifications/search', { as: reviewer, body: {} })
    expect(found.body.items).not.toHaveLength(0)
    expect(await looks(old)).toEqual([])
    for (const id of [fresh, old, row]) await open(analyst, id)
    expect(await looks(fresh)).toEqual([])
    expect(await looks(old)).toHaveLength(1)
    expect(await looks(row)).toHaveLength(1)
  })

  it('is not recorded when there was nothing to see', async () => {
    const id = await stored()
    expect((await open(await insertPerson(), id)).status).toBe(404)
    expect(await looks(id)).toEqual([])
  })

  it('is recorded as well when the check is opened as a review', async () => {
    const verificationId = await stored()
    await db().verification.update({
      where: { id: verificationId },
      data: { status: 'completed', matchResult: 'no_match', answeredAt: new Date() },
    })
    const { id } = await db().review.create({
      data: {
        verificationId,
        environment: 'live',
        state: 'todo',
        matchResult: 'no_match',
        differenceTypes: [],
        source: 'single',
        requestedById: analyst.id,
        evidenceHash: 'e',
        rank: 1,
      },
    })
    expect(
      (await callRoute(oneReview, 'GET', `/api/reviews/${id}`, { as: reviewer, params: { id } })).status,
    ).toBe(200)
    expect(await looks(verificationId)).toHaveLength(1)
  })
})
