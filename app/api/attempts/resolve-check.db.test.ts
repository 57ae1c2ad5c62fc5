import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { POST as confirmRoute } from '@/app/api/attempts/[id]/resolve/confirm/route'
import { POST as resolveRoute } from '@/app/api/attempts/[id]/resolve/route'
import { proposedAt } from '@/app/api/attempts/testing/lost-batches'
import { POST as recheckRoute } from '@/app/api/verifications/[id]/recheck/route'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { createKeyHeader } from '@/lib/keys/testing/key'
import { db } from '@/lib/platform/db.server'
import { countLockWaits } from '@/lib/platform/testing/locks'
import { stripChecks } from '@/lib/retention/strip.server'
import { recheck } from '@/lib/verifications/check/recheck.server'
import { recordReply } from '@/lib/verifications/check/record.server'
import { callRoute, PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'
import { startProvider } from '@/service/testing/start-provider'

const analyst = await insertPerson()
const reviewer = await insertPerson('reviewer')
const second = await insertPerson('reviewer')
const provider = await startProvider()
const connectionId = await insertConnection(provider.baseUrl, 10)

const resolve = (id: string, body: unknown, as = reviewer) =>
  callRoute(resolveRoute, 'POST', `/api/attempts/${id}/resolve`, { as, body, params: { id } })
const confirm = async (id: string, as = second, agree = true) =>
  callRoute(confirmRoute, 'POST', `/api/attempts/${id}/resolve/confirm`, {
    as,
    body: { agree, proposedAt: await proposedAt(id) },
    params: { id },
  })
const DECLARED = { as: 'not_billed', reason: 'Support says it never arrived', evidence: 'Ticket 4711' }

describe('a single check whose response was lost', () => {
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

  it('cannot be attached, but can be written off and then stays unknown', async () => {
    const { id, attemptId } = await lostCheck()
    const attach = await resolve(attemptId, { as: 'attached', upstreamId: randomUUID() })
    expect([attach.status, attach.body.code]).toEqual([422, 'attach_invalid'])
    expect((await resolve(attemptId, { as: 'written_off', reason: 'Old' })).body.state).toBe('written_off')
    expect(await statusOf(id)).toBe('unknown')
  })

  it('of the sandbox costs nothing, whatever people decide about it', async () => {
    for (const decision of [{ as: 'written_off', reason: 'Old' }, DECLARED]) {
      const { id, attemptId } = await lostCheck()
      await db().verification.update({ where: { id }, data: { environment: 'sandbox' } })
      await resolve(attemptId, decision)
      if (decision === DECLARED) await confirm(attemptId)
      expect(await db().creditEntry.count({ where: { attemptId } })).toBe(0)
    }
  })

  it('declared not billed by two people is queued again, with one new attempt that keeps the hash of the request', async () => {
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

  it('declared not billed stays unknown when a second person disagrees, and can be declared again', async () => {
    const { id, attemptId } = await lostCheck()
    await resolve(attemptId, DECLARED)
    const refused = await confirm(attemptId, second, false)
    expect([refused.status, refused.body.state]).toEqual([200, 'unknown'])
    expect([await statusOf(id), await db().attempt.count({ where: { verificationId: id } })]).toEqual([
      'unknown',
      1,
    ])
    expect(await db().creditEntry.count({ where: { attemptId } })).toBe(0)
    const entries = await db().auditEntry.findMany({
      where: { objectId: attemptId },
      orderBy: { seq: 'asc' },
    })
    expect(entries.map(({ action }) => action)).toEqual([
      'attempt.not_billed_declared',
      'attempt.not_billed_withdrawn',
    ])
    expect((await resolve(attemptId, DECLARED)).status).toBe(200)
    expect((await confirm(attemptId)).body.state).toBe('not_billed')
  })

  it.each([
    ['was run again in the meantime is not sent twice', 'unknown', 'not_sent', 1],
    ['somebody tried to run again, of which nothing was sent, is sent', 'not_sent', 'pending', 2],
  ] as const)('that %s', async (_, repeat, becomes, attempts) => {
    const { id, attemptId } = await lostCheck()
    const again = await lostCheck()
    await db().verification.update({ where: { id: again.id }, data: { previousId: id, status: repeat } })
    await resolve(attemptId, DECLARED)
    await confirm(attemptId)
    expect(await statusOf(id)).toBe(becomes)
    expect(await db().attempt.count({ where: { verificationId: id } })).toBe(attempts)
  })

  it.each([
    ['is queued again', 'verification_waiting', { status: 'pending' }],
    ['is erased', 'verification_purged', { purgedAt: new Date(), iban: '', name: '', nameSearch: '' }],
  ] as const)('is not run again by somebody who asks while it %s', async (_, code, data) => {
    const { id } = await lostCheck()
    let again: Promise<unknown> | undefined
    await db().$transaction(async (tx) => {
      await tx.verification.update({ where: { id }, data })
      again = recheck(id, analyst).catch((refusal: { code: string }) => refusal.code)
      await expect.poll(countLockWaits).toBe(1)
    })
    expect(await again).toBe(code)
    expect(await db().verification.count({ where: { previousId: id } })).toBe(0)
  })

  it('is run again by a program only once people have resolved it, and by people before as well', async () => {
    const { id, attemptId } = await lostCheck()
    const headers = await createKeyHeader(analyst.id, ['checks:read', 'checks:write'])
    const again = (more: object) =>
      callRoute(recheckRoute, 'POST', `/api/verifications/${id}/recheck`, { params: { id }, ...more })
    const repeats = () => db().verification.count({ where: { previousId: id } })
    const refused = await again({ headers })
    expect([refused.status, refused.body.code, await repeats()]).toEqual([409, 'verification_unknown', 0])
    await again({ as: analyst })
    expect(await repeats()).toBe(1)
    expect((await again({ headers })).body.code).toBe('verification_unknown')
    await resolve(attemptId, { as: 'written_off', reason: 'Nobody can find out' })
    await again({ headers })
    expect(await repeats()).toBe(2)
  })

  const erase = (id: string) => db().$transaction((tx) => stripChecks(tx, [id]))
  const erasedCheck = async (id: string) => {
    const { status, problemCode, iban, name } = await db().verification.findUniqueOrThrow({ where: { id } })
    const attempts = await db().attempt.findMany({
      where: { verificationId: id },
      orderBy: { number: 'asc' },
    })
    return { status, problemCode, values: iban + name, attempts: attempts.map((attempt) => attempt.state) }
  }

  it('whose data was erased is never sent again: it becomes not sent, with the reason', async () => {
    const { id, attemptId } = await lostCheck()
    await resolve(attemptId, DECLARED)
    await erase(id)
    expect((await confirm(attemptId)).body.state).toBe('not_billed')
    expect(await erasedCheck(id)).toEqual({
      status: 'not_sent',
      problemCode: 'data_erased',
      values: '',
      attempts: ['not_billed'],
    })
  })

  it('whose data was erased is not retried when it turns out late that it was never executed', async () => {
    const { id, attemptId } = await lostCheck()
    await erase(id)
    const check = { ...PLAIN_CHECK, id, connectionId, requestedById: analyst.actor.id, sandboxResult: null }
    const late = { kind: 'not_sent', code: 'upstream_rate_limited', retryInMs: 1_000 } as const
    await recordReply({ ...check, payloadSha256: null }, { id: attemptId, number: 1 }, late, {
      kind: 'system',
    })
    expect(await erasedCheck(id)).toMatchObject({ status: 'not_sent', values: '', attempts: ['not_sent'] })
  })

  it('that was run again is not retried when it turns out late that it was never executed', async () => {
    const { id, attemptId } = await lostCheck()
    const again = await lostCheck()
    await db().verification.update({ where: { id: again.id }, data: { previousId: id } })
    const check = { ...PLAIN_CHECK, id, connectionId, requestedById: analyst.actor.id, sandboxResult: null }
    const late = { kind: 'not_sent', code: 'claim_stale' } as const
    await recordReply({ ...check, payloadSha256: null }, { id: attemptId, number: 1 }, late, {
      kind: 'system',
    })
    expect(await statusOf(id)).toBe('not_sent')
    expect(await db().attempt.count({ where: { verificationId: id } })).toBe(1)
  })

  it('whose data was erased stores only the result of a late answer', async () => {
    const { id, attemptId } = await lostCheck()
    await erase(id)
    const check = { ...PLAIN_CHECK, id, connectionId, requestedById: analyst.actor.id, sandboxResult: null }
    const body = {
      id: randomUUID(),
      status: 'completed',
      match_result: 'close_match',
      matched_name: 'Somebody Registered',
    }
    const late = { kind: 'accepted', body, httpStatus: 200, latencyMs: 5 } as never
    await recordReply({ ...check, payloadSha256: null }, { id: attemptId, number: 1 }, late, {
      kind: 'system',
    })
    expect(await db().verification.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: 'completed',
      matchResult: 'close_match',
      matchedName: null,
      comparison: null,
      rawCipher: null,
      evidenceHash: null,
      nameSearch: '',
    })
    expect(await db().review.count({ where: { verificationId: id } })).toBe(0)
  })
})
