import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { POST } from '@/app/api/admin/usage/entries/route'
import { GET } from '@/app/api/admin/usage/route'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection, NOWHERE } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { readBreaker } from '@/lib/upstream/breaker.server'
import { stopPaidRequests } from '@/lib/upstream/paid-requests.server'
import { aggregateOldLines } from '@/lib/usage/aggregate.server'
import { MAX_CREDITS } from '@/lib/usage/max-credits'
import { callRoute } from '@/lib/verifications/testing/fixtures'

let connectionId: string

const admin = await insertPerson('admin')
beforeEach(async () => {
  await db().creditEntry.deleteMany()
  connectionId = await insertConnection(NOWHERE, 10)
})

const enter = (body: object, as = admin, key: string = randomUUID()) =>
  callRoute(POST, 'POST', '/api/admin/usage/entries', { as, body, headers: { 'idempotency-key': key } })
const read = async () => (await callRoute(GET, 'GET', '/api/admin/usage', { as: admin })).body
const TOP_UP = { kind: 'top_up', amount: 5_000, note: 'Invoice 2026-117' }

describe('the ledger', () => {
  it('has no balance until somebody records a top-up, and then counts up and down', async () => {
    expect(await read()).toMatchObject({ balance: null, usedThisMonth: 0, daysLeft: null, entries: [] })
    await enter(TOP_UP)
    await db().creditEntry.create({ data: { kind: 'bulk', amount: -1_000, userId: admin.id } })
    const { status, body } = await enter({ kind: 'correction', amount: -500, note: 'As the provider says' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      balance: { left: 3_500, of: 4_500 },
      usedThisMonth: 1_000,
      pace: 1_000,
      daysLeft: 3,
      entries: [
        { kind: 'correction', amount: -500, note: 'As the provider says', by: { id: admin.id } },
        { kind: 'top_up', amount: 5_000 },
      ],
    })
  })

  it('averages over all days of the last month after weeks without spending', async () => {
    await enter(TOP_UP)
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    const spent = (amount: number, days: number) =>
      db().creditEntry.create({ data: { kind: 'bulk', amount, at: daysAgo(days) } })
    await spent(-300, 0)
    expect(await read()).toMatchObject({ pace: 300 })
    await spent(-300, 9.5)
    expect(await read()).toMatchObject({ pace: 60 })
    await spent(-1_000, 70)
    expect(await read()).toMatchObject({ pace: 20, daysLeft: 170 })
  })

  it('adds one entry per idempotency key, however often it is sent', async () => {
    const key = randomUUID()
    const both = await Promise.all([enter(TOP_UP, admin, key), enter(TOP_UP, admin, key)])
    await enter(TOP_UP, admin, key)
    expect(both.some(({ status }) => status === 200)).toBe(true)
    expect(await db().creditEntry.count()).toBe(1)
  })

  it('keeps the sum of a month exact, however many credits were bought in it', async () => {
    const at = new Date('2020-02-15T12:00:00Z')
    const bought = Array.from({ length: 22 }, (_, n) => ({
      at,
      kind: 'top_up',
      amount: MAX_CREDITS,
      note: `${n}`,
    }))
    await db().creditEntry.createMany({ data: bought })
    await db().$transaction((tx) => aggregateOldLines(tx, new Date('2020-03-15T12:00:00Z')))
    expect(await read()).toMatchObject({
      balance: { left: 22 * MAX_CREDITS, of: 22 * MAX_CREDITS },
      entries: [{ kind: 'top_up', amount: 22 * MAX_CREDITS, month: '2020-02' }],
    })
  })

  it('accepts entries from admins only, with a sensible amount and a note', async () => {
    expect((await enter(TOP_UP, await insertPerson('reviewer', 'analyst'))).status).toBe(403)
    for (const wrong of [
      { amount: 0 },
      { amount: -5 },
      { amount: 1.5 },
      { amount: 1e12 },
      { note: ' ' },
      { kind: 'bulk' },
    ])
      expect((await enter({ ...TOP_UP, ...wrong })).status, JSON.stringify(wrong)).toBe(422)
    expect((await enter({ kind: 'correction', amount: 0, note: 'x' })).status).toBe(422)
    expect(await db().creditEntry.count()).toBe(0)
  })

  it('records entries in the audit log without the text of the note', async () => {
    await enter(TOP_UP)
    const entry = await db().auditEntry.findFirstOrThrow({
      where: { action: 'credits.topped_up', actorId: admin.id },
      orderBy: { seq: 'desc' },
    })
    expect(entry.details).toEqual({ amount: 5_000, tries: false })
  })

  it('resumes what missing credits stopped after a top-up, not after a correction', async () => {
    await stopPaidRequests(connectionId, { code: 'upstream_forbidden', checks: 1 })
    await enter({ kind: 'correction', amount: 10, note: 'Counted again' })
    expect(await readBreaker(connectionId)).toMatchObject({ waitsForPerson: true })
    await enter(TOP_UP)
    expect(await readBreaker(connectionId)).not.toMatchObject({ waitsForPerson: true })
  })
})
