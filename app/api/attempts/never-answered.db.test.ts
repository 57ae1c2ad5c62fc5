import { beforeEach, describe, expect, it } from 'vitest'
import { POST as refresh } from '@/app/api/verifications/[id]/refresh/route'
import { POST } from '@/app/api/verifications/route'
import { confirmCheck, resolveCheck } from '@/lib/attempts/check.server'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { codeOf } from '@/lib/platform/testing/refusals'
import { readLedger } from '@/lib/usage/reconcile.server'
import { expireChecks } from '@/lib/verifications/check/sweep.server'
import { pollPendingChecks } from '@/lib/verifications/refresh/pending-checks.server'
import { callRoute, resetRateLimits } from '@/lib/verifications/testing/fixtures'
import { LIVE, send } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

let analyst: Person

const provider = await startProvider()
await insertConnection(provider.baseUrl)
beforeEach(async () => {
  provider.reset()
  analyst = await insertPerson()
  await resetRateLimits()
})

/** A check of nine days ago that the provider accepted so many days ago, and has not answered since. */
async function waiting(days: number): Promise<{ id: string; attemptId: string; upstreamId: string }> {
  provider.answerChanges.push((answer) => ({ id: (answer as { id: string }).id, status: 'pending' }))
  const { body } = await callRoute(POST, 'POST', '/api/verifications', {
    as: analyst,
    body: { iban: 'FR7630006000011234567890189', name: 'Marie Curie', environment: 'live' },
  })
  const id = String(body.id)
  await db()
    .$executeRaw`update verifications set created_at = now() - interval '9 days' where id = ${id}::uuid`
  await db().$executeRaw`
    update attempts set ended_at = now() - make_interval(days => ${days}::int, hours => 1) where verification_id = ${id}::uuid`
  const attempt = await db().attempt.findFirstOrThrow({ where: { verificationId: id } })
  return { id, attemptId: attempt.id, upstreamId: attempt.upstreamId ?? '' }
}
const stateOf = async (id: string) => {
  const check = await db().verification.findUniqueOrThrow({ where: { id }, include: { attempts: true } })
  return [check.status, ...check.attempts.map(({ state }) => state)]
}

describe('a check that the provider accepted and then never answers', () => {
  it('is given up after seven days, not before, and people decide; its credit stays booked', async () => {
    const [young, old] = [await waiting(6), await waiting(7)]
    expect(await expireChecks()).toBe(1)
    expect(await stateOf(young.id)).toEqual(['pending', 'accepted'])
    expect(await stateOf(old.id)).toEqual(['unknown', 'unknown'])
    const reviewer = await insertPerson('reviewer')
    const declared = { as: 'not_billed', reason: 'They say so', evidence: 'Ticket' } as const
    await expect(resolveCheck(old.attemptId, declared, reviewer)).rejects.toMatchObject({
      code: 'accepted_by_provider',
    })
    await resolveCheck(old.attemptId, { as: 'written_off', reason: 'Lost by the provider' }, reviewer)
    expect(await stateOf(old.id)).toEqual(['unknown', 'written_off'])
    const { amount } = await db().creditEntry.findUniqueOrThrow({ where: { attemptId: old.attemptId } })
    expect(amount).toBe(-1n)
  })

  it('is polled until then, even if nobody opens it', async () => {
    const { id } = await waiting(6)
    await pollPendingChecks()
    expect(await stateOf(id)).toEqual(['completed', 'accepted'])
  })

  it('stays given up or written off while the provider has no answer', async () => {
    const { id, attemptId, upstreamId } = await waiting(8)
    await expireChecks()
    const reads = (answer: object) =>
      provider.next(`${LIVE}/`, (_, response) => send(response, 200, { id: upstreamId, ...answer }))
    const read = () => callRoute(refresh, 'POST', '/api/verifications/x', { as: analyst, params: { id } })
    reads({ status: 'pending' })
    expect((await read()).body).toMatchObject({ outcome: 'unknown', differs: false })
    expect(await stateOf(id)).toEqual(['unknown', 'unknown'])
    const reviewer = await insertPerson('reviewer')
    await resolveCheck(attemptId, { as: 'written_off', reason: 'Lost by the provider' }, reviewer)
    reads({ status: 'pending' })
    await read()
    expect(await stateOf(id)).toEqual(['unknown', 'written_off'])
    reads({ status: 'completed', match_result: 'match' })
    expect((await read()).body).toMatchObject({ outcome: 'match', differs: false })
    expect(await stateOf(id)).toEqual(['completed', 'accepted'])
    expect((await readLedger({})).total).toMatchObject({ addsUp: true })
  })

  it('is not sent again by confirming what one person declared before the provider accepted it', async () => {
    const { id, attemptId, upstreamId } = await waiting(8)
    const set = (data: object) => db().attempt.update({ where: { id: attemptId }, data })
    await set({ state: 'unknown', upstreamId: null, sendDeadline: new Date(Date.now() - 61_000) })
    const declared = { as: 'not_billed', reason: 'They say so', evidence: 'Ticket' } as const
    await resolveCheck(attemptId, declared, await insertPerson('reviewer'))
    await set({ state: 'accepted', upstreamId })
    expect(await expireChecks()).toBe(1)
    const { proposedAt } = await db().resolution.findFirstOrThrow({ where: { attemptId } })
    const seen = { agree: true, proposedAt: proposedAt.toISOString() }
    expect(await codeOf(confirmCheck(attemptId, seen, await insertPerson('reviewer')))).toBe(
      'accepted_by_provider',
    )
    expect(await stateOf(id)).toEqual(['unknown', 'unknown'])
  })

  it('accepts a late answer, and then needs no decision', async () => {
    const { id, upstreamId } = await waiting(8)
    await expireChecks()
    provider.next(`${LIVE}/`, (_, response) =>
      send(response, 200, { id: upstreamId, status: 'completed', match_result: 'match' }),
    )
    const late = await callRoute(refresh, 'POST', '/api/verifications/x', { as: analyst, params: { id } })
    expect(late.body).toMatchObject({ outcome: 'match', differs: false })
    expect(await stateOf(id)).toEqual(['completed', 'accepted'])
  })
})
