import { describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { confirmLines } from '@/lib/payments/confirm/confirm.server'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { releaseLines } from '@/lib/payments/release/release.server'
import {
  createAnsweredRun,
  newPayments,
  release,
  releaseRequest,
} from '@/lib/payments/release/testing/fixtures'
import { createPeople } from '@/lib/payments/testing/people'
import { readGates } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { codeOf } from '@/lib/platform/testing/refusals'

const [analyst, reviewer] = await createPeople()
const second = await insertPerson('reviewer')

/** A run with the same payment twice. */
const twice = (): Promise<string> => {
  const [line] = newPayments(1)
  if (!line) throw new Error('no line')
  return createAnsweredRun(analyst, [line, { ...line, number: 2 }])
}

const NO_DUPLICATE = { kind: 'not_duplicate' as const, reason: 'Checked.' }

describe('payments of other runs', () => {
  it('are held once an equal payment, or a file with the same MsgId, is released', async () => {
    const [lines, others] = [newPayments(1), newPayments(1)]
    const first = await createAnsweredRun(analyst, lines, [], 'TWICE')
    const equal = await createAnsweredRun(analyst, lines)
    const sameFile = await createAnsweredRun(analyst, others, [], 'TWICE')
    const inputs = [await releaseRequest(equal), await releaseRequest(sameFile)] as const
    await release(first, reviewer)
    expect(await codeOf(releaseLines(equal, inputs[0], reviewer))).toBe('run_changed')
    expect(await codeOf(releaseLines(sameFile, inputs[1], reviewer))).toBe('run_changed')
    for (const id of [equal, sameFile]) {
      expect(await db().paymentChange.count({ where: { uploadId: id } })).toBeGreaterThan(0)
      await computeGates(id)
      expect(await readGates(id)).toEqual({ 1: 'held possible_duplicate' })
    }
  })

  it('are released only once if two reviewers release equal ones at the same moment', async () => {
    const lines = newPayments(1)
    const runs = [
      await createAnsweredRun(analyst, lines),
      await createAnsweredRun(analyst, lines),
      await createAnsweredRun(analyst, lines),
    ]
    const inputs = await Promise.all(runs.map((id) => releaseRequest(id)))
    const outcomes = await Promise.all(
      runs.map((id, n) => codeOf(releaseLines(id, inputs[n] as never, reviewer))),
    )
    expect(outcomes.sort()).toEqual(['done', 'run_changed', 'run_changed'])
  })

  it('get another MsgId in each released file', async () => {
    const runs = await Promise.all(
      [1, 2, 3].map(() => createAnsweredRun(analyst, newPayments(1), [], `${'M'.repeat(33)}`)),
    )
    const done: unknown[] = []
    for (const id of runs) {
      await computeGates(id)
      if (done.length > 0) await confirmLines(id, { ...NO_DUPLICATE, lines: [1] }, second)
      done.push(await release(id, reviewer))
    }
    expect(done).toHaveLength(3)
    const ids = await db().paymentRelease.findMany({ where: { uploadId: { in: runs } } })
    expect(new Set(ids.map(({ messageId }) => messageId)).size).toBe(3)
  })
})

describe('two equal payments of one run', () => {
  it('hold each other: once one is released, the other waits for a reviewer to confirm that it is no duplicate', async () => {
    const id = await twice()
    await release(id, reviewer, [1])
    await computeGates(id)
    expect(await readGates(id)).toMatchObject({ 2: 'held possible_duplicate' })
    await confirmLines(id, { ...NO_DUPLICATE, lines: [2] }, second)
    expect(await codeOf(release(id, reviewer, [2]))).toBe('done')
  })

  it('can be released together, and the sums show both', async () => {
    const id = await twice()
    expect(await codeOf(release(id, reviewer))).toBe('done')
    expect(await db().paymentRelease.findFirst({ where: { uploadId: id } })).toMatchObject({ lines: 2 })
  })
})
