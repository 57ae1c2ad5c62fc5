import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { withIdempotency } from '@/lib/http/idempotency.server'
import { jsonResponse } from '@/lib/http/problem.server'
import { db } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { countLockWaits } from '@/lib/platform/testing/locks'

const scope = (body: unknown = { n: 1 }, key: string = randomUUID()) => ({
  userId: randomUUID(),
  key,
  route: '/api/x',
  body,
  requestId: randomUUID(),
})
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => (error instanceof Refusal ? error.code : 'thrown'),
  )

describe('a spending request', () => {
  it('runs once, and a repeated key replays the stored response', async () => {
    const mine = scope()
    let runs = 0
    const run = async () => jsonResponse({ runs: ++runs })
    const first = await withIdempotency(mine, run)
    const again = await withIdempotency(mine, run)
    expect(await first.json()).toEqual({ runs: 1 })
    expect(await again.json()).toEqual({ runs: 1 })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })

  it('is answered when its response is stored, so that any web process can repeat it', async () => {
    const mine = scope()
    const where = { userId_key: { userId: mine.userId, key: mine.key } }
    let answered = false
    const { answer } = await db().$transaction(async (tx) => {
      const answer = withIdempotency(mine, async () => {
        await tx.idempotencyKey.update({ where, data: { route: '/api/locked' } })
        return jsonResponse({ n: 1 })
      }).finally(() => {
        answered = true
      })
      await expect.poll(countLockWaits).toBe(1)
      expect(answered).toBe(false)
      return { answer }
    })
    await answer
    expect(await db().idempotencyKey.findUnique({ where })).toMatchObject({ status: 200, body: { n: 1 } })
  })

  it('is refused while the first one is running', async () => {
    const mine = scope()
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const slow = withIdempotency(mine, async () => {
      begun.resolve()
      await ended.promise
      return jsonResponse({})
    })
    // either of two concurrent requests may be first
    await begun.promise
    const again = () => codeOf(withIdempotency(mine, async () => jsonResponse({})))
    expect(await again()).toBe('request_in_progress')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    expect(await again().finally(() => vi.useRealTimers()), 'on a host an hour ahead').toBe(
      'request_in_progress',
    )
    ended.resolve()
    await slow
  })

  it('is refused when its key was used with another body', async () => {
    const mine = scope()
    await withIdempotency(mine, async () => jsonResponse({}))
    expect(await codeOf(withIdempotency({ ...mine, body: { n: 2 } }, async () => jsonResponse({})))).toBe(
      'idempotency_key_reused',
    )
  })

  it('may reuse its key after a refusal, because nothing was spent', async () => {
    const mine = scope()
    const refused = withIdempotency(mine, async () => {
      throw new Refusal(402, 'credits_exhausted', 'Not enough credits.')
    })
    expect(await codeOf(refused)).toBe('credits_exhausted')
    expect(await codeOf(withIdempotency(mine, async () => jsonResponse({})))).toBe('answered')
  })

  it('never runs again after an internal error, and says so', async () => {
    const mine = scope()
    const broken = withIdempotency(mine, async () => {
      throw new Error('a bug')
    })
    expect(await codeOf(broken)).toBe('thrown')
    let ran = false
    const later = { ...mine, requestId: randomUUID() }
    const again = await withIdempotency(later, async () => {
      ran = true
      return jsonResponse({})
    })
    expect(again.status).toBe(500)
    expect(ran).toBe(false)
    expect(await again.json(), 'the id of the request in the log').toMatchObject({
      requestId: mine.requestId,
    })
  })

  it('never runs again when its process died, and says so once no request can still be running', async () => {
    const mine = scope()
    const never = Promise.withResolvers<never>()
    const begun = Promise.withResolvers<void>()
    void withIdempotency(mine, () => {
      begun.resolve()
      return never.promise
    })
    await begun.promise
    const where = { userId_key: { userId: mine.userId, key: mine.key } }
    await db().idempotencyKey.update({ where, data: { createdAt: new Date(Date.now() - 16 * 60_000) } })
    const again = await withIdempotency(mine, async () => jsonResponse({}))
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([500, 'true'])
    expect(await again.json()).toMatchObject({ code: 'internal', requestId: mine.requestId })
  })

  it("of one person doesn't share keys with another person", async () => {
    const key = randomUUID()
    await withIdempotency(scope({ n: 1 }, key), async () => jsonResponse({}))
    expect(await codeOf(withIdempotency(scope({ n: 2 }, key), async () => jsonResponse({})))).toBe('answered')
  })
})
