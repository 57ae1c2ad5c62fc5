import { beforeAll, describe, expect, it, vi } from 'vitest'
import { GET as rawAnswer } from '@/app/api/verifications/[id]/answer/route'
import { POST as refresh } from '@/app/api/verifications/[id]/refresh/route'
import { DeskPage } from '@/components/reviews/desk-page.server'
import { CheckPage } from '@/components/verifications/check-page.server'
import { RecordPage } from '@/components/verifications/record/record-page.server'
import { requirePage } from '@/lib/auth/guard.server'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { createReview } from '@/lib/reviews/testing/fixtures'
import { callRoute } from '@/lib/verifications/testing/fixtures'

vi.mock('next/headers', () => ({ cookies: async () => new Map(), headers: async () => new Headers() }))
vi.mock('@/lib/auth/guard.server', () => ({ requirePage: vi.fn() }))

let asker: Person
let reader: Person
beforeAll(async () => {
  asker = await insertPerson()
  reader = await insertPerson('reviewer', 'analyst')
  vi.mocked(requirePage).mockImplementation(async () => reader.actor)
})

const looks = (id: string) =>
  db().auditEntry.count({ where: { action: 'verification.opened', objectId: id } })

describe('a check that is read elsewhere than in its own route is recorded as opened', () => {
  it.each([
    ['its page', (id: string) => RecordPage({ environment: 'live', id })],
    ['the page of its result', (id: string) => CheckPage({ environment: 'live', id })],
    ['the form that its values fill', (id: string) => CheckPage({ environment: 'live', from: id })],
  ])('%s', async (_, page) => {
    const { verificationId } = await createReview(asker.actor)
    await page(verificationId)
    expect(await looks(verificationId)).toBe(1)
  })

  it('the page of its review', async () => {
    const { id, verificationId } = await createReview(asker.actor)
    await DeskPage({ environment: 'live', searchParams: Promise.resolve({}), id })
    expect(await looks(verificationId)).toBe(1)
  })

  it.each([
    ['reading it again', refresh, 'POST'],
    ['the response as received', rawAnswer, 'GET'],
  ] as const)('%s', async (_, route, method) => {
    const { verificationId: id } = await createReview(asker.actor)
    const as = await insertPerson('reviewer')
    expect((await callRoute(route, method, `/api/verifications/${id}`, { as, params: { id } })).status).toBe(
      200,
    )
    expect(await looks(id)).toBe(1)
  })
})
