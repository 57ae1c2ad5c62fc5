import { beforeEach, describe, expect, it } from 'vitest'
import { GET as usage } from '@/app/api/admin/usage/route'
import { PUT } from '@/app/api/admin/usage/settings/route'
import { GET } from '@/app/api/admin/usage/spending/route'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { NO_USAGE_SETTINGS } from '@/lib/usage/settings'
import type { SpendingView, SpentBy } from '@/lib/usage/view'
import { callRoute, PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'

process.env.TIME_ZONE = 'Europe/Paris'
const admin = await insertPerson('admin')
const other = await insertPerson()
beforeEach(() => db().creditEntry.deleteMany())

const spending = async (query: string) => {
  const { status, body } = await callRoute(GET, 'GET', `/api/admin/usage/spending?${query}`, { as: admin })
  expect(status).toBe(200)
  return body as unknown as SpendingView
}
const booked = (at: string, amount: number, more: object = {}) =>
  db().creditEntry.create({
    data: { kind: 'bulk', amount: -amount, at: new Date(at), userId: other.id, ...more },
  })
async function checked(at: string, source: 'single' | 'api'): Promise<void> {
  const attempts = { create: { state: 'accepted', claimedAt: new Date() } } as const
  const data = { ...PLAIN_CHECK, source, requestedById: admin.id, attempts }
  const { attempts: made } = await db().verification.create({ data, include: { attempts: true } })
  await booked(at, 1, { kind: 'check', attemptId: made[0]?.id, userId: admin.id })
}
const sum = (rows: SpentBy[], of: keyof SpentBy) => rows.reduce((all, row) => all + row[of], 0)

describe('the credits of a period', () => {
  it('have the same total by day, by person and by source as in the ledger', async () => {
    await checked('2026-05-04T10:00:00Z', 'single')
    await checked('2026-05-04T11:00:00Z', 'api')
    await booked('2026-05-05T10:00:00Z', 2_000)
    await booked('2026-05-05T11:00:00Z', 0, { note: 'outcome unknown' })
    await booked('2026-05-06T10:00:00Z', 300, { userId: null, month: '2026-05' })
    await db().creditEntry.create({
      data: { kind: 'top_up', amount: 9_000, at: new Date('2026-05-05T10:00:00Z') },
    })
    const { total, byDay, byPerson } = await spending('from=2026-05-01&to=2026-05-31')
    expect(total).toEqual({ single: 1, bulk: 2_300, api: 1, total: 2_302 })
    expect(byDay.map(({ day, total: credits }) => [day, credits])).toEqual([
      ['2026-05-06', 300],
      ['2026-05-05', 2_000],
      ['2026-05-04', 2],
    ])
    expect(byPerson.map(({ person, bulk, total: credits }) => [person?.id ?? null, bulk, credits])).toEqual([
      [other.id, 2_000, 2_000],
      [null, 300, 300],
      [admin.id, 0, 2],
    ])
    for (const of of ['single', 'bulk', 'api', 'total'] as const)
      expect([sum(byDay, of), sum(byPerson, of)]).toEqual([total[of], total[of]])
    const books = await db().creditEntry.aggregate({
      _sum: { amount: true },
      where: { kind: { not: 'top_up' } },
    })
    expect(total.total).toBe(-Number(books._sum.amount))
  })

  it.each([
    ['2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z'],
    ['2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z'],
  ])('cover whole days, also when the clocks change: %s', async (day, first, last, next) => {
    await booked(first, 1)
    await booked(last, 2)
    await booked(next, 4)
    const { byDay, total } = await spending(`from=${day}&to=${day}`)
    expect(byDay).toEqual([{ day, single: 0, bulk: 3, api: 0, total: 3 }])
    expect(total.total).toBe(3)
  })

  it('are visible to admins only', async () => {
    const { status } = await callRoute(GET, 'GET', '/api/admin/usage/spending', { as: other })
    expect(status).toBe(403)
  })
})

describe('the price and the warning', () => {
  const change = (after: object, as = admin) =>
    callRoute(PUT, 'PUT', '/api/admin/usage/settings', { as, body: { ...after, before: NO_USAGE_SETTINGS } })
  const said = { warnBelow: 500, price: { amount: 0.0825, currency: 'EUR' } }

  it('are set by an admin, stored with their author, and warn below the threshold', async () => {
    const before = await callRoute(usage, 'GET', '/api/admin/usage', { as: admin })
    expect(before.body).toMatchObject({ settings: { warnBelow: null, price: null }, low: false })
    await db().creditEntry.create({ data: { kind: 'top_up', amount: 500 } })
    expect((await change(said)).body).toMatchObject({ settings: said, low: false })
    await booked(new Date().toISOString(), 501)
    const { body } = await callRoute(usage, 'GET', '/api/admin/usage', { as: admin })
    expect(body).toMatchObject({ balance: { left: -1 }, low: true })
    expect(await db().auditEntry.findFirst({ where: { action: 'credits.settings_changed' } })).toMatchObject({
      actorId: admin.id,
      details: { before: { warnBelow: null, price: null }, after: said },
    })
  })

  it('are refused when invalid, and from anybody else', async () => {
    expect((await change({ ...said, warnBelow: -1 })).status).toBe(422)
    expect((await change({ ...said, price: { amount: 1, currency: 'euro' } })).status).toBe(422)
    expect((await change(said, other)).status).toBe(403)
  })
})
