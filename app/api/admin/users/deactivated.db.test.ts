import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { POST as readLink } from '@/app/api/account/link/route'
import { POST as makeLink } from '@/app/api/admin/users/[id]/link/route'
import { PUT as putRoles } from '@/app/api/admin/users/[id]/roles/route'
import { PUT as putState } from '@/app/api/admin/users/[id]/state/route'
import { POST } from '@/app/api/verifications/route'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { actsWaiting, countLockWaits } from '@/lib/platform/testing/locks'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { claimBulk } from '@/lib/uploads/sending/claim.server'
import { actOnUpload } from '@/lib/uploads/sending/control.server'
import { keptRows, linesOf, requestOf, stalledRequest } from '@/lib/uploads/testing/body'
import { acceptLate, runWorker, storeCompared } from '@/lib/uploads/testing/office'
import { budgetsSetting } from '@/lib/upstream/budget.server'
import { signInWithSso } from '@/lib/users/single-sign-on.server'
import { sendQueued } from '@/lib/verifications/check/send-queued.server'
import { callRoute, PLAIN_CHECK, resetRateLimits } from '@/lib/verifications/testing/fixtures'
import { LIVE, send, TOKEN } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

const ISSUER = 'https://login.bank.example'
const CHECK = { iban: 'FR7630006000011234567890189', name: 'Marie Curie', environment: 'live' }

Object.assign(process.env, { OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: 'accord', OIDC_CLIENT_SECRET: 'accord' })
const admin = await insertPerson('admin')
const provider = await startProvider()
const connectionId = await insertConnection(provider.baseUrl, 10)
beforeEach(async () => {
  provider.reset()
  await resetRateLimits()
})

const deactivate = async (id: string) =>
  expect(
    await callRoute(putState, 'PUT', '/x', { as: admin, params: { id }, body: { active: false } }),
  ).toMatchObject({ status: 200 })
const takeRole = async (id: string) => {
  const { roles } = await db().user.findUniqueOrThrow({ where: { id } })
  const body = { roles: ['reviewer'], before: roles }
  expect(await callRoute(putRoles, 'PUT', '/x', { as: admin, params: { id }, body })).toMatchObject({
    status: 200,
  })
}
const leaveGroups = async (userId: string) => {
  await db().identity.create({ data: { userId, issuer: ISSUER, subject: userId } })
  expect(await signInWithSso({ iss: ISSUER, sub: userId })).toMatchObject({ code: 'sso_no_role' })
}
const WAYS = [
  ['is deactivated', deactivate, 'requester_deactivated'],
  ['has lost the role for it', takeRole, 'requester_not_analyst'],
  ['has left the groups of single sign-on', leaveGroups, 'requester_not_analyst'],
] as const
const entriesOf = (objectId: string, action: string) =>
  db().auditEntry.findMany({ where: { objectId, action }, select: { details: true } })
const aMinuteLater = () =>
  db().$executeRaw`
    update upstream_calls set at = at - interval '61 seconds', ended_at = coalesce(ended_at, at) - interval '61 seconds'`
const waiting = async (as: Person) => {
  const { status, body } = await callRoute(POST, 'POST', '/api/verifications', { as, body: CHECK })
  expect(status).toBe(202)
  return db().verification.findUniqueOrThrow({ where: { id: String(body.id) }, include: { attempts: true } })
}
/** How many uploads have arrived in part. */
async function openIntakes(): Promise<number> {
  const [row] = await db().$queryRaw<{ n: number }[]>`
    select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid)
     where l.relation = 'uploads'::regclass and l.mode = 'RowExclusiveLock' and a.state = 'idle in transaction'`
  return row?.n ?? 0
}
const stored = (id: string) =>
  db().verification.findUniqueOrThrow({ where: { id }, include: { attempts: true } })

describe.each(WAYS)('the waiting checks of a person who %s', (_, leave, code) => {
  it('are not sent and not billed, and the audit log says why; those of others are', async () => {
    await budgetsSetting.save({ single_post: 1 })
    const [leaver, other] = [await insertPerson(), await insertPerson()]
    await callRoute(POST, 'POST', '/api/verifications', { as: other, body: CHECK })
    const [theirs, own] = [await waiting(leaver), await waiting(other)]
    await leave(leaver.id)
    for (const { attempts } of [theirs, own]) {
      await aMinuteLater()
      await sendQueued(attempts[0]?.id ?? '')
    }
    expect(await stored(theirs.id)).toMatchObject({
      status: 'not_sent',
      problemCode: code,
      attempts: [{ state: 'not_sent' }],
    })
    expect(await db().creditEntry.count({ where: { userId: leaver.id } })).toBe(0)
    expect(await entriesOf(theirs.id, 'verification.checked')).toMatchObject([
      { details: { outcome: 'not_sent', code } },
    ])
    expect((await stored(own.id)).status).toBe('completed')
    expect(provider.count(LIVE)).toBe(2)
  })

  it('are not sent in the sandbox either', async () => {
    const leaver = await insertPerson()
    const id = randomUUID()
    const check = { ...PLAIN_CHECK, id, environment: 'sandbox', status: 'pending' } as const
    await db().verification.create({ data: { ...check, connectionId, requestedById: leaver.id } })
    const attempt = await db().attempt.create({ data: { verificationId: id, connectionId, state: 'ready' } })
    await leave(leaver.id)
    await sendQueued(attempt.id)
    expect((await stored(id)).problemCode).toBe(code)
  })
})

describe('the check of a person who is deactivated', () => {
  it('while it waits for a token of the provider is neither stored nor sent', async () => {
    const leaver = await insertPerson()
    await db().$executeRaw`update connections set token_cipher = null, token_requested_at = null`
    const now = performance.now.bind(performance)
    provider.next(TOKEN, async (_hit, response) => {
      await deactivate(leaver.id)
      vi.spyOn(performance, 'now').mockImplementation(() => now() + 2_000)
      send(response, 200, { access_token: 'token', token_type: 'Bearer', expires_in: 3_600 })
    })
    const { status, body } = await callRoute(POST, 'POST', '/api/verifications', { as: leaver, body: CHECK })
    vi.restoreAllMocks()
    expect([status, body.code]).toEqual([401, 'session_required'])
    expect(await db().verification.count({ where: { requestedById: leaver.id } })).toBe(0)
    expect(provider.count(LIVE)).toBe(0)
    await db().$executeRaw`update connections set token_cipher = null, token_requested_at = null`
  })
})

const look = (id: string) => db().upload.findUniqueOrThrow({ where: { id } })
const rows = () => requestOf(linesOf(keptRows(25)))

describe.each(WAYS)('the upload of a person who %s', (_, leave, code) => {
  it('pauses, and the audit log says why', async () => {
    const leaver = await insertPerson()
    const id = await storeCompared(requestOf(linesOf(keptRows(1))), leaver)
    await leave(leaver.actor.id)
    await runWorker(id)
    expect(await look(id)).toMatchObject({ state: 'paused', pauseReason: 'user' })
    expect(await entriesOf(id, 'upload.paused')).toEqual([{ details: { code } }])
    expect(provider.ledger).toHaveLength(0)
  })
})

describe('the uploads of a person who is deactivated', () => {
  it('pause, until somebody else who may act on them resumes them', async () => {
    const leaver = await insertPerson()
    const id = await storeCompared(rows(), leaver)
    const { id: comparing } = await receiveUpload(rows(), leaver)
    await deactivate(leaver.actor.id)
    for (const each of [id, comparing]) {
      await runWorker(each)
      expect(await look(each)).toMatchObject({ state: 'paused', pauseReason: 'user' })
    }
    expect(provider.ledger).toHaveLength(0)
    const colleague = await insertPerson('analyst', 'reviewer')
    for (const each of [id, comparing]) {
      await actOnUpload(each, 'resume', colleague)
      await runWorker(each)
      expect(await look(each)).toMatchObject({ state: 'completed', countMatch: 25 })
    }
  })

  it.each(['after', 'before'])(
    'stay paused when the request to resume them comes in shortly %s',
    async (when) => {
      const leaver = await insertPerson()
      const id = await storeCompared(rows(), leaver)
      if (when === 'before') await actOnUpload(id, 'pause', leaver)
      const resume = () => actOnUpload(id, 'resume', leaver).catch((refusal: unknown) => refusal)
      const both = [() => deactivate(leaver.actor.id), resume]
      const [first, second] = when === 'after' ? both : both.reverse()
      const ended = await db().$transaction(async (tx) => {
        // every entry of the audit log waits for this, with the locks that its transaction already has
        await tx.$executeRaw`select from audit_head for update`
        const earlier = first?.()
        await expect.poll(countLockWaits).toBe(1)
        const later = second?.()
        await expect.poll(countLockWaits).toBe(2)
        return { earlier, later }
      })
      await ended.earlier
      const refused = await ended.later
      if (when === 'after') expect(refused).toMatchObject({ code: 'session_required' })
      await runWorker(id)
      expect(await look(id)).toMatchObject({ state: 'paused', pauseReason: 'user' })
      expect(provider.ledger).toHaveLength(0)
    },
  )

  it('stay paused when the lost response to a batch arrives, and are left alone when all was sent', async () => {
    const leaver = await insertPerson()
    const sent = await storeCompared(rows(), leaver)
    await runWorker(sent)
    provider.bulkModes = ['accept_then_lose']
    const id = await storeCompared(rows(), leaver)
    await runWorker(id)
    expect((await look(id)).pauseReason).toBe('unknown')
    await deactivate(leaver.actor.id)
    const doubt = await db().attempt.findFirstOrThrow({ where: { bulk: { uploadId: id }, state: 'unknown' } })
    const sentBulk = { attemptId: doubt.id, bulkId: doubt.bulkId ?? '' }
    await acceptLate(sentBulk, provider.ledger.at(-1)?.id ?? '')
    await runWorker(id)
    expect(await look(id)).toMatchObject({ state: 'paused', pauseReason: 'user', countMatch: 10 })
    expect(await look(sent)).toMatchObject({ state: 'completed' })
    expect(await entriesOf(sent, 'upload.paused')).toEqual([])
  })

  it.each(['approval', 'known', 'credits'] as const)(
    'keep the reason for which they are paused: %s',
    async (pauseReason) => {
      const leaver = await insertPerson()
      const id = await storeCompared(rows(), leaver)
      await db().upload.update({ where: { id }, data: { state: 'paused', pauseReason } })
      await deactivate(leaver.actor.id)
      expect(await look(id)).toMatchObject({ state: 'paused', pauseReason })
      expect(await entriesOf(id, 'upload.paused')).toEqual([])
    },
  )

  it('pause when their only batch is lost: declared not billed, it isn’t sent again', async () => {
    const leaver = await insertPerson()
    provider.bulkModes = ['accept_then_lose']
    const id = await storeCompared(requestOf(linesOf(keptRows(5))), leaver)
    await runWorker(id)
    expect((await look(id)).pauseReason).toBe('unknown')
    await deactivate(leaver.actor.id)
    expect(await look(id)).toMatchObject({ state: 'paused', pauseReason: 'user' })
  })

  it('are left alone when their last batch is accepted while the deactivation waits for that', async () => {
    const leaver = await insertPerson()
    const id = await storeCompared(requestOf(linesOf(keptRows(5))), leaver)
    const { id: bulkId } = await db().bulk.findFirstOrThrow({ where: { uploadId: id } })
    const claim = await claimBulk(bulkId, connectionId)
    const accept = () => acceptLate({ bulkId, attemptId: claim?.attemptId ?? '' }, randomUUID(), 5)
    const outcomes = await actsWaiting(
      (tx) => tx.$executeRaw`select from uploads where id = ${id}::uuid for update`,
      [accept, () => deactivate(leaver.id)],
    )
    expect(outcomes).toEqual(['done', 'done'])
    expect(await look(id)).toMatchObject({ state: 'processing', pauseReason: null })
    expect(await entriesOf(id, 'upload.paused')).toEqual([])
  })

  it('end while their body is still on its way: nothing of it is stored', async () => {
    const leaver = await insertPerson()
    const { request, finish } = stalledRequest(linesOf(keptRows(1)))
    const sending = receiveUpload(request, leaver)
    sending.catch(() => {})
    await expect.poll(openIntakes).toBe(1)
    await deactivate(leaver.actor.id)
    finish()
    await expect(sending).rejects.toMatchObject({ status: 401, code: 'session_required' })
    expect(await db().upload.count({ where: { createdById: leaver.actor.id } })).toBe(0)
  })
})

describe.each(WAYS)('the links that an admin made who %s', (_, leave) => {
  it('no longer give access, but those of other admins do', async () => {
    const leaver = await insertPerson('admin')
    const linkBy = async (as: Person) => {
      const { id } = await insertPerson()
      const { body } = await callRoute(makeLink, 'POST', '/x', { as, params: { id } })
      return { token: String(body.url).split('#')[1] }
    }
    const [theirs, other] = [await linkBy(leaver), await linkBy(admin)]
    await leave(leaver.id)
    expect(await callRoute(readLink, 'POST', '/x', { body: theirs })).toMatchObject({ status: 410 })
    expect(await callRoute(readLink, 'POST', '/x', { body: other })).toMatchObject({ status: 200 })
  })
})
