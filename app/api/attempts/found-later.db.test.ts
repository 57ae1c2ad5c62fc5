import { describe, expect, it } from 'vitest'
import {
  analyst,
  provider,
  resolve,
  reviewer,
  second,
  setUpLostBatches,
} from '@/app/api/attempts/testing/lost-batches'
import { db } from '@/lib/platform/db.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { runWorker, storeCompared } from '@/lib/uploads/testing/office'

setUpLostBatches()

const look = (id: string) => readUpload(id, analyst.actor)

/**
 * 25 rows whose second batch was accepted, but the response was lost and then written off. The upload ended without it.
 */
async function writtenOff(): Promise<{ id: string; attemptId: string; upstreamId: string }> {
  provider.bulkModes = ['accept', 'accept_then_lose']
  const id = await storeCompared(requestOf(linesOf(keptRows(25))), analyst)
  await runWorker(id)
  const doubt = await db().attempt.findFirstOrThrow({ where: { state: 'unknown', bulk: { uploadId: id } } })
  await resolve(doubt.id, { as: 'written_off', reason: 'Nobody can find out' })
  await runWorker(id)
  return { id, attemptId: doubt.id, upstreamId: provider.ledger[1]?.id ?? '' }
}

describe('a written-off batch that is found at the provider later', () => {
  it('is attached: its results and credits are recorded, and the upload ends again with them', async () => {
    const { id, attemptId, upstreamId } = await writtenOff()
    expect(await look(id)).toMatchObject({
      status: 'completed',
      credits: 15,
      counts: { match: 15, unknown: 10 },
    })
    const { status, body } = await resolve(attemptId, { as: 'attached', upstreamId }, second)
    expect([status, body.state]).toEqual([200, 'attached'])
    expect(await look(id)).toMatchObject({ status: 'processing', finishedAt: null, counts: { waiting: 10 } })
    await runWorker(id)
    expect(await look(id)).toMatchObject({
      status: 'completed',
      finishedAt: expect.any(String),
      credits: 25,
      counts: { match: 25, unknown: 0, waiting: 0 },
    })
    expect(provider.ledger.map((line) => line.items.length)).toEqual([10, 10, 5])
    const kinds = await db().resolution.findMany({ where: { attemptId }, orderBy: { proposedAt: 'asc' } })
    expect(kinds.map(({ kind, withdrawnAt }) => [kind, withdrawnAt !== null])).toEqual([
      ['written_off', true],
      ['attached', false],
    ])
  })

  it('of a stopped upload adds its results, and the upload stays stopped', async () => {
    const { id, attemptId, upstreamId } = await writtenOff()
    await db().upload.update({ where: { id }, data: { state: 'stopped' } })
    await resolve(attemptId, { as: 'attached', upstreamId })
    await runWorker(id)
    expect(await look(id)).toMatchObject({ status: 'stopped', counts: { match: 25, unknown: 0 } })
  })

  it('is compared as before, attached once, and never sent again', async () => {
    const { id, attemptId, upstreamId } = await writtenOff()
    const other = await resolve(attemptId, { as: 'attached', upstreamId: provider.ledger[0]?.id })
    expect([other.status, other.body.code]).toEqual([409, 'already_attached'])
    const declared = { as: 'not_billed', reason: 'x', evidence: 'y' }
    expect((await resolve(attemptId, declared)).body.code).toBe('attempt_settled')
    const answers = await Promise.all(
      [reviewer, second].map((as) => resolve(attemptId, { as: 'attached', upstreamId }, as)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await runWorker(id)
    expect(provider.ledger).toHaveLength(3)
    await expect(
      db().attempt.update({ where: { id: attemptId }, data: { state: 'written_off' } }),
    ).rejects.toThrow(/resolved by a person/)
  })
})
