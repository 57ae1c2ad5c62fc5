import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { budgetsSetting } from '@/lib/upstream/budget.server'
import { requestVerification } from '@/lib/verifications/check/request.server'
import { LIVE, type Provider } from '@/service/testing/provider'
import { startProvider } from '@/service/testing/start-provider'
import { killProcess, startWorker } from './testing/worker'

/** The provider's minute and its 54 slots, scaled down. */
const WINDOW_MS = 2_000
const SLOTS = 24
const PEOPLE = 20
const CHECKS_PER_PERSON = 10

const arrivals: number[] = []
let provider: Provider
let workers: ChildProcess[] = []

beforeAll(async () => {
  provider = await startProvider((hit) => {
    if (hit.path === LIVE) arrivals.push(performance.now())
  })
  await insertConnection(provider.baseUrl)
  await budgetsSetting.save({ single_post: SLOTS, seconds: WINDOW_MS / 1_000 })
  workers = [startWorker(), startWorker()]
})
afterAll(async () => {
  await Promise.all(workers.map(killProcess))
  await provider.stop()
})

/** The highest number of requests in any window of the provider. */
function busiestWindow(times: number[]): number {
  return Math.max(...times.map((end) => times.filter((time) => time > end - WINDOW_MS && time <= end).length))
}

describe('twenty people with checks at once, and two workers', () => {
  it('never exceed the limit in any window, lose nothing, and share the wait', {
    timeout: 120_000,
  }, async () => {
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => insertPerson()))
    const check = (by: Person) =>
      requestVerification(
        { iban: 'FR7630006000011234567890189', name: 'Marie Curie', environment: 'live' },
        by,
      )
    const started = Date.now()
    for (let n = 0; n < CHECKS_PER_PERSON; n++) await Promise.all(people.map(check))
    for (const end = Date.now() + 90_000; Date.now() < end; await sleep(200))
      if ((await db().verification.count({ where: { status: 'pending' } })) === 0) break

    const answers = await db().verification.groupBy({
      by: ['requestedById'],
      where: { matchResult: 'match' },
      _max: { answeredAt: true },
    })
    expect(answers).toHaveLength(PEOPLE)
    expect(provider.ledger).toHaveLength(PEOPLE * CHECKS_PER_PERSON)
    expect(busiestWindow(arrivals)).toBeLessThanOrEqual(SLOTS)
    const waits = answers.map((answer) => (answer._max.answeredAt?.getTime() ?? Number.NaN) - started)
    expect(Math.max(...waits) / Math.min(...waits)).toBeLessThanOrEqual(2)
  })
})
