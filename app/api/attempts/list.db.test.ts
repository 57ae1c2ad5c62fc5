import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { GET as listRoute } from '@/app/api/attempts/route'
import type { UnknownAttemptPage } from '@/lib/attempts/view'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { callRoute } from '@/lib/verifications/testing/fixtures'

const LIVE = 230
const SANDBOX = 20

/** Creates single checks with a lost response; many of them have the same timestamp. */
async function lose(environment: 'live' | 'sandbox', count: number): Promise<void> {
  const connectionId = await insertConnection()
  const { actor } = await insertPerson()
  const checks = Array.from({ length: count }, () => ({
    id: randomUUID(),
    ...{ environment, source: 'single' as const, status: 'unknown' as const, requestedById: actor.id },
    ...{ iban: 'DE89370400440532013000', name: 'Ann', nameSearch: 'ann', country: 'DE' },
  }))
  await db().verification.createMany({ data: checks })
  await db().attempt.createMany({
    data: checks.map(({ id }, n) => ({
      ...{ verificationId: id, connectionId, number: 1, state: 'unknown' as const },
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(n / 40))),
    })),
  })
}

const read = async (query: string): Promise<UnknownAttemptPage> =>
  (await callRoute(listRoute, 'GET', `/api/attempts?${query}`, { as: reviewer }))
    .body as unknown as UnknownAttemptPage

const reviewer = await insertPerson('reviewer')
await lose('live', LIVE)
await lose('sandbox', SANDBOX)

describe('the list of lost responses', () => {
  it('pages through all of them, each once, however many share a timestamp', async () => {
    const seen: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: UnknownAttemptPage = await read(`size=37${after && `&after=${after}`}`)
      seen.push(...page.items.map(({ id }) => id))
      after = page.nextCursor
    }
    expect(seen).toHaveLength(LIVE + SANDBOX)
    expect(new Set(seen).size).toBe(LIVE + SANDBOX)
  })

  it('has the total on every page, and the sandbox costs nothing', async () => {
    const total = { credits: LIVE, batches: 0, checks: LIVE + SANDBOX, waiting: 0 }
    expect((await read('size=1')).total).toEqual(total)
  })

  it.each(['size=0', 'size=101', 'after=abc'])('refuses ?%s', async (query) => {
    const { status } = await callRoute(listRoute, 'GET', `/api/attempts?${query}`, { as: reviewer })
    expect(status).toBe(422)
  })
})
