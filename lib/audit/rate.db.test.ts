import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { enforceHourlyRate } from '@/lib/audit/rate.server'
import { record } from '@/lib/audit/record.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { countLockWaits } from '@/lib/platform/testing/locks'
import { codeOf } from '@/lib/platform/testing/refusals'

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
