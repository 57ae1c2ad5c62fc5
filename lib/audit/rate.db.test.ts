import { randomUUID } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import { enforceHourlyRate } from '@/lib/audit/rate.server'
import { record } from '@/lib/audit/record.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { countLockWaits } from '@/lib/platform/testing/locks'
import { codeOf } from '@/lib/platform/testing/refusals'

afterEach(() => vi.useRealTimers())

const RATE = { actions: ['test.seen'], most: 1, code: 'too_many', sentence: 'Once an hour.' }

it('an hourly limit is counted by one request of a person at a time, so two don’t both take the last one', async () => {
  const [id, other] = [randomUUID(), randomUUID()]
  const look = (person: string) => db().$transaction((tx) => enforceHourlyRate(tx, person, RATE))
  const first = async (tx: Tx) => {
    await enforceHourlyRate(tx, id, RATE)
    const second = codeOf(look(id))
    await expect.poll(countLockWaits).toBe(1)
    expect(await codeOf(look(other))).toBe('done')
    await record({ by: { kind: 'user', id }, action: 'test.seen' }, tx)
    return { second }
  }
  const { second } = await db().$transaction(first)
  expect(await second).toBe('too_many')
})

it('an hourly limit holds where the clock of the host is hours behind', async () => {
  const id = randomUUID()
  const see = () =>
    db().$transaction(async (tx) => {
      await enforceHourlyRate(tx, id, RATE)
      await record({ by: { kind: 'user', id }, action: 'test.seen' }, tx)
    })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 2 * 3_600_000 })
  await see()
  expect(await codeOf(see())).toBe('too_many')
})
