import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { POST as confirmRoute } from '@/app/api/attempts/[id]/resolve/confirm/route'
import { POST as resolveRoute } from '@/app/api/attempts/[id]/resolve/route'
import { db } from '@/lib/platform/db.server'
import { closeQueue, connect, person, type Person as Seat } from '@/lib/uploads/testing/office'
import { call, type Person, PLAIN_CHECK, signedIn } from '@/lib/verifications/testing/desk'
import { Provider } from '@/service/testing/provider'

const provider = new Provider()
let analyst: Seat
let reviewer: Person
let second: Person
let connectionId: string

beforeAll(async () => {
  analyst = await person()
  reviewer = await signedIn('reviewer')
  second = await signedIn('reviewer')
  await provider.start()
  connectionId = await connect(provider.baseUrl, 10)
})
afterAll(async () => {
  await provider.stop()
  await closeQueue()
  await db().$disconnect()
})

const resolve = (id: string, body: unknown, as = reviewer) =>
  call(resolveRoute, 'POST', `/api/attempts/${id}/resolve`, { as, body, params: { id } })
const confirm = (id: string, as = second) =>
  call(confirmRoute, 'POST', `/api/attempts/${id}/resolve/confirm`, {
    as,
    body: { agree: true },
    params: { id },
  })
const DECLARED = { as: 'not_billed', reason: 'Support says it never arrived', evidence: 'Ticket 4711' }

describe('a single check whose answer was lost', () => {
  async function lostCheck() {
    const id = randomUUID()
    await db().verification.create({
      data: {
        ...PLAIN_CHECK,
        id,
        status: 'unknown',
        connectionId,
        requestedById: analyst.actor.id,
      },
    })
    const deadline = new Date(Date.now() - 61_000)
    const state = {
      state: 'unknown' as const,
      payloadSha256: 'of-what-was-sent',
      claimedAt: new Date(Date.now() - 131_000),
      sendDeadline: deadline,
    }
    const attempt = await db().attempt.create({ data: { verificationId: id, connectionId, ...state } })
    return { id, attemptId: attempt.id }
  }
  const statusOf = async (id: string) => (await db().verification.findUniqueOrThrow({ where: { id } })).status

  it('cannot be attached, can be written off and then stays unknown', async () => {
    const { id, attemptId } = await lostCheck()
    const attach = await resolve(attemptId, { as: 'attached', upstreamId: randomUUID() })
    expect([attach.status, attach.body.code]).toEqual([422, 'attach_invalid'])
    expect((await resolve(attemptId, { as: 'written_off', reason: 'Old' })).body.state).toBe('written_off')
    expect(await statusOf(id)).toBe('unknown')
  })

  it('declared not billed by two people waits again, with one new attempt that keeps the hash of what is sent', async () => {
    const { id, attemptId } = await lostCheck()
    await resolve(attemptId, DECLARED)
    expect((await confirm(attemptId, reviewer)).status).toBe(403)
    expect((await confirm(attemptId)).body.state).toBe('not_billed')
    expect(await statusOf(id)).toBe('pending')
    const attempts = await db().attempt.findMany({
      where: { verificationId: id },
      orderBy: { number: 'asc' },
    })
    expect(attempts.map((attempt) => [attempt.state, attempt.payloadSha256])).toEqual([
      ['not_billed', 'of-what-was-sent'],
      ['ready', 'of-what-was-sent'],
    ])
  })

  it('that was run again meanwhile is not sent twice', async () => {
    const { id, attemptId } = await lostCheck()
    const again = await lostCheck()
    await db().verification.update({ where: { id: again.id }, data: { previousId: id } })
    await resolve(attemptId, DECLARED)
    await confirm(attemptId)
    expect(await statusOf(id)).toBe('not_sent')
    expect(await db().attempt.count({ where: { verificationId: id } })).toBe(1)
  })
})
