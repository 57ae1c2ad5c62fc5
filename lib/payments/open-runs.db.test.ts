import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { createTestRun, numberLines, paymentTo, storeAnswers, storeRelease } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { readOpenRuns } from './runs.server'

beforeAll(() => insertConnection())

describe('the open runs', () => {
  it('are one’s own with lines that have not left, and for reviewers those of others that can be released', async () => {
    const openFor = async ({ actor }: Person, newest = 20) =>
      (await readOpenRuns({ newest, most: 5 }, actor)).map(({ id }) => id)
    const [analyst, other] = [await insertPerson(), await insertPerson()]
    const reviewer = await insertPerson('reviewer')
    const run = await createTestRun(analyst, numberLines(paymentTo(1), paymentTo(2)))
    await storeAnswers(run, { 1: 'match', 2: 'match' })
    await storeRelease(run, reviewer.actor.id, [2])
    const held = await createTestRun(
      analyst,
      numberLines(paymentTo(1, { account: 'other', iban: null }), paymentTo(2)),
    )
    const left = await createTestRun(analyst, numberLines(paymentTo(3), paymentTo(4)))
    await storeAnswers(left, { 1: 'match', 2: 'match' })
    await storeRelease(left, reviewer.actor.id, [1, 2])
    expect(await openFor(analyst)).toEqual([held, run])
    expect(await openFor(reviewer)).toEqual([run])
    expect(await openFor(other)).toEqual([])
    expect(await openFor(analyst, 2)).toEqual([held])
    const [summary] = await readOpenRuns({ newest: 20, most: 1 }, reviewer.actor)
    expect(summary?.gates.released).toMatchObject({ lines: 1 })
  })

  it('are found in an index of lines that have not left', async () => {
    const plan = await db().$transaction(async (tx) => {
      await tx.$executeRaw`set local enable_seqscan = off`
      return tx.$queryRaw`
        explain select u.id from uploads u where u.id = any(${[randomUUID()]}::uuid[]) and exists (
          select from payment_lines l where l.upload_id = u.id and l.release_id is null and l.gate = 'clear')`
    })
    expect(JSON.stringify(plan)).toContain('payment_lines_open')
  })
})
