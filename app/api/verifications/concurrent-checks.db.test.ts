import { beforeEach, describe, expect, it } from 'vitest'
import { POST } from '@/app/api/verifications/route'
import { insertPerson } from '@/lib/auth/testing/people'
import { activeConnection } from '@/lib/connections/active.server'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { budgetsSetting } from '@/lib/upstream/budget.server'
import { getAccessToken } from '@/lib/upstream/token.server'
import { callRoute } from '@/lib/verifications/testing/fixtures'
import { LIVE, TOKEN } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'

const CROWD = 100

const provider = await startProvider()
await insertConnection(provider.baseUrl)
await budgetsSetting.save({ single_post: 2 * CROWD })
/** Stores a token from an hour ago, which has expired. */
beforeEach(async () => {
  await getAccessToken(await connection())
  await db().$executeRaw`
    update connections set token_until = now() - interval '1 minute', token_requested_at = now() - interval '1 hour'`
  provider.reset()
})

async function connection() {
  const active = await activeConnection()
  if (!active) throw new Error('no connection')
  return active
}

describe('100 concurrent checks with an expired token', () => {
  it('make one token request, and each is sent once', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => insertPerson()))
    const body = { iban: 'FR7630006000011234567890189', name: 'Marie Curie', environment: 'live' }
    const answers = await Promise.all(
      Array.from({ length: CROWD }, (_, n) =>
        callRoute(POST, 'POST', '/api/verifications', { as: people[n % people.length], body }),
      ),
    )
    expect(provider.count(TOKEN)).toBe(1)
    // on a slow machine some are queued for the worker
    const [sent, inLine] = [200, 202].map((code) => answers.filter(({ status }) => status === code).length)
    expect((sent ?? 0) + (inLine ?? 0)).toBe(CROWD)
    expect(sent).toBeGreaterThan(0)
    expect([provider.count(LIVE), provider.ledger.length]).toEqual([sent, sent])
  })

  it('make one token request also across processes, which share only the database', async () => {
    const active = await connection()
    const tokens = await Promise.all(
      Array.from({ length: CROWD }, () => {
        // another process has none of this one’s memory
        ;(globalThis as { accordTokens?: unknown }).accordTokens = undefined
        return getAccessToken(active)
      }),
    )
    expect(new Set(tokens.map((token) => token.kind === 'token' && token.token)).size).toBe(1)
    expect(provider.count(TOKEN)).toBe(1)
  })
})
