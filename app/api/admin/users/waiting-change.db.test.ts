import { setTimeout as sleep } from 'node:timers/promises'
import { NextRequest } from 'next/server'
import { describe, expect, it, vi } from 'vitest'
import { PUT as putLimits, GET as readLimits } from '@/app/api/admin/limits/route'
import { PUT as putRegister } from '@/app/api/admin/payments/participants/route'
import { POST as confirm } from '@/app/api/admin/users/[id]/confirm/route'
import { POST as makeLink } from '@/app/api/admin/users/[id]/link/route'
import { PUT as putRoles } from '@/app/api/admin/users/[id]/roles/route'
import { DELETE as resetFactor } from '@/app/api/admin/users/[id]/second-factor/route'
import { DELETE as signOut } from '@/app/api/admin/users/[id]/sessions/route'
import { PUT as putState } from '@/app/api/admin/users/[id]/state/route'
import { PUT as putPolicy } from '@/app/api/admin/users/policy/route'
import { POST as invite } from '@/app/api/admin/users/route'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { db, lockOf, takeLocks } from '@/lib/platform/db.server'
import { countLockWaits } from '@/lib/platform/testing/locks'
import { waitingPeople } from '@/lib/users/queries.server'
import { callRoute } from '@/lib/verifications/testing/fixtures'

const until = new Date(Date.now() + 3_600_000)
const boss = await insertPerson('admin')
const target = await insertPerson()
await db().user.update({ where: { id: target.id }, data: { decidesFrom: until } })
const secretCipher = new Uint8Array()
await db().secondFactor.create({ data: { userId: target.id, secretCipher, confirmedAt: new Date() } })

const on = (handler: typeof signOut, method: string, { id }: Person, as: Person, body?: object) =>
  callRoute(handler, method, '/x', { as, body, params: { id } })

/** What a person can do, and how they sign in. */
const stateOf = ({ id }: Person) =>
  db().user.findUniqueOrThrow({
    where: { id },
    select: {
      ...{ roles: true, disabledAt: true, decidesFrom: true, secondFactor: true },
      sessions: { where: { revokedAt: null } },
      passwordLinks: true,
    },
  })

/** An admin's request that waits for another change of people, which ends before it. */
async function waitingFor(change: () => Promise<{ status: number }>, request: () => ReturnType<typeof on>) {
  const { first, second } = await db().$transaction(async (tx) => {
    await takeLocks(tx, [lockOf('people')])
    const first = change()
    await expect.poll(countLockWaits).toBe(1)
    const second = request()
    await expect.poll(countLockWaits).toBe(2)
    return { first, second }
  })
  expect((await first).status).toBe(200)
  const { status, body } = await second
  return [status, body.code]
}

const REQUESTS: [string, (as: Person) => ReturnType<typeof on>][] = [
  ['of roles', (as) => on(putRoles, 'PUT', target, as, { roles: ['reviewer'], before: ['analyst'] })],
  ['of a state', (as) => on(putState, 'PUT', target, as, { active: false })],
  ['of a wait', (as) => on(confirm, 'POST', target, as, { until: until.toISOString() })],
  ['of sessions', (as) => on(signOut, 'DELETE', target, as)],
  ['of a second factor', (as) => on(resetFactor, 'DELETE', target, as)],
  ['of a password', (as) => on(makeLink, 'POST', target, as)],
  [
    'of the required factor',
    (as) => callRoute(putPolicy, 'PUT', '/x', { as, body: { roles: ['analyst'], before: [] } }),
  ],
  [
    'by invitation',
    (as) => callRoute(invite, 'POST', '/x', { as, body: { emails: ['new@bank.example'], roles: ['admin'] } }),
  ],
]

describe.each(REQUESTS)('a change %s that waits for another one', (_, request) => {
  it('is refused if its admin was deactivated or lost the role meanwhile', async () => {
    const before = [await stateOf(target), await db().setting.count(), await db().user.count()]
    const [gone, demoted] = [await insertPerson('admin'), await insertPerson('admin', 'analyst')]
    const deactivate = () => on(putState, 'PUT', gone, boss, { active: false })
    expect(await waitingFor(deactivate, () => request(gone))).toEqual([401, 'session_required'])
    const demote = () =>
      on(putRoles, 'PUT', demoted, boss, { roles: ['analyst'], before: ['admin', 'analyst'] })
    expect(await waitingFor(demote, () => request(demoted))).toEqual([403, 'role_required'])
    expect([await stateOf(target), await db().setting.count(), (await db().user.count()) - 2]).toEqual(before)
  })
})

/** A request whose last byte is sent only when `finish` is called. */
function slowRequest({ cookie }: Person, text: string) {
  const bytes = new TextEncoder().encode(text)
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  void writer.write(bytes.subarray(0, -1))
  const headers = {
    ...{ host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin' },
    ...{ cookie, 'content-type': 'application/json' },
  }
  const sent = { method: 'PUT', headers, body: readable, duplex: 'half' as const }
  const finish = async () => {
    await writer.write(bytes.subarray(-1))
    await writer.close()
  }
  return { request: new NextRequest('http://127.0.0.1:3000/x', sent), finish }
}

it('a change whose body or file arrives after its admin was deactivated is refused', async () => {
  const gone = await insertPerson('admin')
  const { body: before } = await callRoute(readLimits, 'GET', '/x', { as: boss })
  const change = { ...before, credits: { personDay: 7, upload: 7 }, before }
  const bodies = [slowRequest(gone, JSON.stringify(change)), slowRequest(gone, 'BIC\nTESTDEFFXXX\n')]
  const params = Promise.resolve({})
  const sent = bodies.map(({ request }, n) => [putLimits, putRegister][n]?.(request, { params }))
  await sleep(1_100)
  await on(putState, 'PUT', gone, boss, { active: false })
  await Promise.all(bodies.map(({ finish }) => finish()))
  expect((await Promise.all(sent)).map((response) => response?.status)).toEqual([401, 401])
  expect((await callRoute(readLimits, 'GET', '/x', { as: boss })).body).toEqual(before)
  expect(await db().participant.count()).toBe(0)
})

it('a wait that still runs is shown and can be ended where the clock of the host is ahead', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: until.getTime() + 60_000 })
  const seen = await waitingPeople()
  const ended = on(confirm, 'POST', target, boss, { until: until.toISOString() })
  const { status } = await ended.finally(() => vi.useRealTimers())
  expect([seen, status]).toEqual([1, 200])
  expect((await stateOf(target)).decidesFrom).toBeNull()
})
