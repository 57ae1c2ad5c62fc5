import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { POST as refresh } from '@/app/api/verifications/[id]/refresh/route'
import { GET as read } from '@/app/api/verifications/[id]/route'
import { POST as earlier } from '@/app/api/verifications/earlier/route'
import { POST } from '@/app/api/verifications/route'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { claimAttempt, createAttempt, settleAttempt } from '@/lib/upstream/attempts.server'
import { readAnswer } from '@/lib/verifications/answer'
import { recordAnswers } from '@/lib/verifications/answers.server'
import { reap, requeueLostJobs } from '@/lib/verifications/check/sweep.server'
import { pollPendingChecks } from '@/lib/verifications/refresh/pending-checks.server'
import { callRoute, resetRateLimits } from '@/lib/verifications/testing/fixtures'
import { LIVE, send } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

const IBAN = 'FR7630006000011234567890189'
let analyst: Person

const provider = await startProvider()
await insertConnection(provider.baseUrl)
beforeEach(async () => {
  provider.reset()
  analyst = await insertPerson()
  await resetRateLimits()
})

const check = (more: object = {}) =>
  callRoute(POST, 'POST', '/api/verifications', {
    as: analyst,
    body: { iban: IBAN, name: 'Marie Curie', environment: 'live', ...more },
  })
const on = (handler: typeof refresh, method: string, id: unknown, as: Person) =>
  callRoute(handler, method, '/api/verifications/x', { as, params: { id: String(id) } })
const answerWith = (body: object) =>
  provider.answerChanges.push((answer) => ({ id: (answer as { id: string }).id, ...body }))
const entriesOf = (id: unknown) =>
  db().auditEntry.findMany({ where: { objectId: String(id) }, orderBy: { seq: 'asc' } })
const PENDING = { status: 'pending' }
const CLOSE = { status: 'completed', match_result: 'close_match', matched_name: 'Maria Curie' }

describe('reading a check', () => {
  it('is allowed for its owner and for reviewers; others get the same response as for an unknown id', async () => {
    const { body } = await check()
    expect((await on(read, 'GET', body.id, analyst)).body.name).toBe('Marie Curie')
    expect((await on(read, 'GET', body.id, await insertPerson('reviewer'))).body.name).toBe('Marie Curie')
    const stranger = await on(read, 'GET', body.id, await insertPerson())
    const unknown = await on(read, 'GET', randomUUID(), analyst)
    expect([stranger.status, unknown.status]).toEqual([404, 404])
    expect({ ...stranger.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  })

  it('shows an admin without another role neither the IBAN nor the names', async () => {
    answerWith(CLOSE)
    const { body } = await check({ note: 'about Marie' })
    const seen = await on(read, 'GET', body.id, await insertPerson('admin'))
    const masked = { masked: true, iban: 'FR76 ···· 0189', name: 'M···', matchedName: 'M···' }
    expect(seen.body).toMatchObject(masked)
    expect(JSON.stringify(seen.body)).not.toMatch(/Curie|Marie|30006000/)
  })

  it('never returns the raw response, which is stored encrypted', async () => {
    answerWith({ ...CLOSE, secret_extra: 'hidden-extra' })
    const { body } = await check()
    expect(JSON.stringify(body)).not.toContain('hidden-extra')
    const { rawCipher } = await db().verification.findUniqueOrThrow({ where: { id: String(body.id) } })
    expect(Buffer.from(rawCipher ?? []).length).toBeGreaterThan(50)
    expect(Buffer.from(rawCipher ?? []).toString('utf8')).not.toContain('Curie')
  })
})

describe('fetching a check again from the provider', () => {
  it('completes a pending check, for no credit', async () => {
    answerWith(PENDING)
    const { body } = await check()
    expect([body.outcome, body.answeredAt]).toEqual(['waiting', null])
    const again = await on(refresh, 'POST', body.id, analyst)
    expect([again.status, again.body.outcome, again.body.differs]).toEqual([200, 'match', false])
    expect(provider.ledger).toHaveLength(1)
    expect(await db().creditEntry.count({ where: { userId: analyst.id } })).toBe(1)
  })

  it('happens automatically for a pending check, until it has a result', async () => {
    answerWith(PENDING)
    const { body } = await check()
    const outcome = async () => (await on(read, 'GET', body.id, analyst)).body.outcome
    provider.next(LIVE, ({ path }, response) =>
      send(response, 200, { id: path.split('/').at(-1), ...PENDING }),
    )
    expect([await pollPendingChecks(), await outcome()]).toEqual([1, 'waiting'])
    provider.next(LIVE, (_hit, response) => send(response, 503, { code: 'down', message: 'down' }))
    expect([await pollPendingChecks(), await outcome()]).toEqual([0, 'waiting'])
    expect([await pollPendingChecks(), await outcome()]).toEqual([1, 'match'])
    expect(await pollPendingChecks()).toBe(0)
    expect(provider.ledger).toHaveLength(1)
    const [attempt] = await db().attempt.findMany({ where: { verificationId: String(body.id) } })
    const details = { environment: 'live', attemptId: attempt?.id, requestedById: analyst.id }
    expect(await entriesOf(body.id)).toMatchObject([
      { action: 'verification.checked', actorKind: 'user', details: { ...details, outcome: 'waiting' } },
      { action: 'verification.checked', actorKind: 'system', details: { ...details, outcome: 'match' } },
    ])
  })

  it.each([
    ['waiting', 'pending'],
    ['given up', 'unknown'],
  ] as const)(
    'leaves a check that is %s as it is while its status is none of the specification',
    async (_, status) => {
      answerWith(PENDING)
      const { body } = await check()
      const id = String(body.id)
      if (status === 'unknown') {
        await db().verification.update({ where: { id }, data: { status } })
        await db().attempt.updateMany({ where: { verificationId: id }, data: { state: status } })
      }
      for (const answer of [{ status: 'queued', match_result: 'match' }, {}]) {
        provider.next(LIVE, ({ path }, response) =>
          send(response, 200, { id: path.split('/').at(-1), ...answer }),
        )
        const again = await on(refresh, 'POST', id, analyst)
        expect(again.body).toMatchObject({ status, differs: false, unrecognised: null })
      }
      expect((await on(refresh, 'POST', id, analyst)).body).toMatchObject({
        outcome: 'match',
        differs: false,
      })
    },
  )

  it('flags a different name from the bank like a different result, and reports nothing when all is the same', async () => {
    answerWith(CLOSE)
    const { body } = await check()
    const says = (answer: object) =>
      provider.next(LIVE, ({ path }, response) =>
        send(response, 200, { id: path.split('/').at(-1), ...answer }),
      )
    says(CLOSE)
    expect((await on(refresh, 'POST', body.id, analyst)).body.differs).toBe(false)
    says({ ...CLOSE, matched_name: 'Marianne Courbet' })
    const again = await on(refresh, 'POST', body.id, analyst)
    expect(again.body).toMatchObject({ differs: true, outcome: 'close_match', matchedName: 'Maria Curie' })
  })

  it('never replaces a final result: a different one is flagged', async () => {
    answerWith(CLOSE)
    const { body } = await check()
    const again = await on(refresh, 'POST', body.id, analyst)
    expect([again.body.outcome, again.body.differs]).toEqual(['close_match', true])
    expect((await entriesOf(body.id)).map((entry) => entry.action)).toEqual([
      'verification.checked',
      'verification.result_differs',
    ])
  })

  it('refuses a response with the id of another check', async () => {
    answerWith(PENDING)
    const { body } = await check()
    provider.next(LIVE, (_hit, response) => send(response, 200, { id: randomUUID(), ...CLOSE }))
    const again = await on(refresh, 'POST', body.id, analyst)
    expect([again.status, again.body.reason]).toEqual([502, 'upstream_bad_response'])
    expect((await on(read, 'GET', body.id, analyst)).body.outcome).toBe('waiting')
  })

  it.each([404, 400])(
    'reports an id that the provider refuses with %i, keeps the record, and does not delay other checks',
    async (status) => {
      answerWith(PENDING)
      const { body } = await check()
      const gone = () =>
        provider.next(LIVE, (_hit, response) => send(response, status, '{"code":"not_found"}'))
      gone()
      const again = await on(refresh, 'POST', body.id, analyst)
      expect([again.status, again.body.code]).toEqual([404, 'upstream_not_found'])
      expect((await on(read, 'GET', body.id, analyst)).body.outcome).toBe('waiting')
      const waiting = await db().verification.count({ where: { status: 'pending', bulkId: null } })
      for (let n = 0; n < waiting; n++) gone()
      const before = provider.count(LIVE)
      await pollPendingChecks()
      expect([waiting > 1, provider.count(LIVE) - before]).toEqual([true, waiting])
    },
  )

  it('leaves the record unchanged when it fails', async () => {
    answerWith(PENDING)
    const { body } = await check()
    provider.next(LIVE, (_hit, response) => send(response, 500, ''))
    const again = await on(refresh, 'POST', body.id, analyst)
    expect([again.status, again.body.code]).toEqual([502, 'upstream_unavailable'])
    expect((await on(read, 'GET', body.id, analyst)).body.outcome).toBe('waiting')
  })
})

describe('earlier checks of an IBAN', () => {
  it('are summarised with date, result and decision: no name, no person, and only the caller’s own ids', async () => {
    const iban = 'DE89370400440532013000'
    answerWith(CLOSE)
    const { body: mine } = await check({ iban })
    const ask = (as: Person, name?: string) =>
      callRoute(earlier, 'POST', '/api/verifications/earlier', {
        as,
        body: { iban, environment: 'live', name },
      })
    const own = (await ask(analyst, 'marie  CURIE')).body.items as object[]
    const others = (await ask(await insertPerson(), 'Pierre Curie')).body.items as object[]
    const same = { outcome: 'close_match', decision: null, checkedAt: mine.answeredAt }
    expect(own).toEqual([{ ...same, id: mine.id, sameName: true }])
    expect(others).toEqual([{ ...same, id: null, sameName: null }])
    expect(
      (await callRoute(earlier, 'POST', '/', { as: analyst, body: { iban, environment: 'sandbox' } })).body
        .items,
    ).toEqual([])
  })
})

describe('a process that dies while sending', () => {
  const claimed = async () => {
    const connection = await db().connection.findFirstOrThrow({ where: { active: true } })
    const { body } = await check()
    const old = await db().verification.findUniqueOrThrow({ where: { id: String(body.id) } })
    const id = randomUUID()
    const { iban, name, country, nameSearch, requestedById } = old
    const plain = { id, iban, name, country, nameSearch, requestedById, connectionId: connection.id }
    await db().verification.create({ data: { ...plain, environment: 'live', source: 'single' } })
    const attempt = await db().$transaction((tx) =>
      createAttempt(tx, { verificationId: id }, { connectionId: connection.id, state: 'sending' }),
    )
    return { id, attempt }
  }

  it('becomes unknown after its deadline, without a second request', async () => {
    const { id, attempt } = await claimed()
    expect(await reap()).toBe(0)
    await db()
      .$executeRaw`update attempts set send_deadline = now() - interval '1 second' where id = ${attempt.id}::uuid`
    const hits = provider.received.length
    expect(await reap()).toBe(1)
    const { sendQueued } = await import('@/lib/verifications/check/send-queued.server')
    await sendQueued(attempt.id)
    expect(provider.received).toHaveLength(hits)
    expect((await db().verification.findUniqueOrThrow({ where: { id } })).status).toBe('unknown')
    expect((await db().attempt.findUniqueOrThrow({ where: { id: attempt.id } })).state).toBe('unknown')
  })

  it('may still get its response: a late result is stored', async () => {
    const { id, attempt } = await claimed()
    await db()
      .$executeRaw`update attempts set send_deadline = now() - interval '1 second' where id = ${attempt.id}::uuid`
    await reap()
    const answer = readAnswer({ id: randomUUID(), status: 'completed', match_result: 'no_match' })
    await db().$transaction(async (tx) => {
      const accepted = {
        kind: 'accepted',
        body: { id: randomUUID() },
        httpStatus: 200,
        latencyMs: 1,
      } as const
      expect(await settleAttempt(tx, attempt.id, accepted)).toBe(true)
      const changed = await recordAnswers(tx, [{ verificationId: id, answer }])
      expect(changed).toEqual([{ verificationId: id, before: 'unknown', outcome: 'no_match' }])
    })
  })

  it('cannot be sent again by anybody: the database refuses a second live attempt and a reset one', async () => {
    const { id, attempt } = await claimed()
    const connection = await db().connection.findFirstOrThrow({ where: { active: true } })
    await expect(
      db().$transaction((tx) => createAttempt(tx, { verificationId: id }, { connectionId: connection.id })),
    ).rejects.toThrow(/attempts_one_live_per_verification|unique/i)
    expect(await claimAttempt(attempt.id)).toBeNull()
    await expect(
      db().$executeRaw`update attempts set state = 'ready' where id = ${attempt.id}::uuid`,
    ).rejects.toThrow(/never re-armed/)
  })

  it('loses no waiting check: an old one is queued again', async () => {
    const { id, attempt } = await claimed()
    await db().$executeRaw`update attempts set state = 'not_sent' where id = ${attempt.id}::uuid`
    const connection = await db().connection.findFirstOrThrow({ where: { active: true } })
    const next = await db().$transaction((tx) =>
      createAttempt(tx, { verificationId: id }, { connectionId: connection.id }),
    )
    await db()
      .$executeRaw`update attempts set created_at = now() - interval '10 minutes' where id = ${next.id}::uuid`
    expect(await requeueLostJobs()).toBe(1)
    const jobs = await db().$queryRaw<
      { data: { attemptId: string } }[]
    >`select data from pgboss.job where name = 'check.send'`
    expect(jobs.map((job) => job.data.attemptId)).toContain(next.id)
    expect(await requeueLostJobs()).toBe(0)
  })
})
