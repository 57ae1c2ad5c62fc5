import { afterEach, beforeAll, beforeEach } from 'vitest'
import { POST as confirmRoute } from '@/app/api/attempts/[id]/resolve/confirm/route'
import { POST as resolveRoute } from '@/app/api/attempts/[id]/resolve/route'
import type { RequestedBy } from '@/lib/auth/roles'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { callRoute } from '@/lib/verifications/testing/fixtures'
import { Provider } from '@/service/testing/provider'

export let analyst: RequestedBy
export let reviewer: Person
export let second: Person
export let connectionId: string
/** Of the test that runs. */
export let provider: Provider

/** Three people. Each test of the file has its own provider, which accepts batches of ten. */
export function setUpLostBatches(): void {
  beforeAll(async () => {
    analyst = await insertPerson()
    reviewer = await insertPerson('reviewer')
    second = await insertPerson('reviewer')
  })
  beforeEach(async () => {
    provider = await new Provider().start()
    connectionId = await insertConnection(provider.baseUrl, 10)
  })
  afterEach(() => provider.stop())
}

export const resolve = (id: string, body: unknown, as = reviewer) =>
  callRoute(resolveRoute, 'POST', `/api/attempts/${id}/resolve`, { as, body, params: { id } })
/** @param seen when the decision was made that this person saw; by default, the last one */
export const confirm = async (id: string, as = second, agree = true, seen?: string) =>
  callRoute(confirmRoute, 'POST', `/api/attempts/${id}/resolve/confirm`, {
    as,
    body: { agree, proposedAt: seen ?? (await proposedAt(id)) },
    params: { id },
  })

/** When the last decision about an attempt was made. */
export async function proposedAt(attemptId: string): Promise<string> {
  const last = await db().resolution.findFirst({ where: { attemptId }, orderBy: { proposedAt: 'desc' } })
  return (last?.proposedAt ?? new Date()).toISOString()
}
