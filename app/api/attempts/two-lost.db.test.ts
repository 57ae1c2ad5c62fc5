import { describe, expect, it } from 'vitest'
import { resolveBatch } from '@/lib/attempts/batch.server'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'

const analyst = await insertPerson()
const reviewer = await insertPerson('reviewer')

/** A paused upload with two lost batches, and one that waits. @returns its ID, and the lost requests */
async function twoLost(pauseReason: 'unknown' | 'user') {
  const { id: uploadId } = await db().upload.create({
    data: {
      ...{ fileName: 'a.csv', fileHash: 'x', reading: {}, fileRows: 0, total: 0, notSent: 0 },
      ...{ state: 'paused', pauseReason, comparison: {}, createdById: analyst.id },
    },
  })
  const lost: string[] = []
  for (const number of [1, 2]) {
    const { id: bulkId } = await db().bulk.create({
      data: { uploadId, number, size: number, state: 'unknown' },
    })
    lost.push((await db().attempt.create({ data: { bulkId, state: 'unknown' } })).id)
  }
  await db().bulk.create({ data: { uploadId, number: 3, size: 3 } })
  return { uploadId, lost }
}

const writeOff = (attemptId: string) =>
  resolveBatch(attemptId, { as: 'written_off', reason: 'Nobody can find out' }, reviewer)
const stateOf = async (id: string) => (await db().upload.findUniqueOrThrow({ where: { id } })).state

describe('an upload with two lost batches', () => {
  it('is resumed once people have decided about both', async () => {
    const { uploadId, lost } = await twoLost('unknown')
    const states: string[] = []
    for (const id of lost) {
      await writeOff(id)
      states.push(await stateOf(uploadId))
    }
    expect(states).toEqual(['paused', 'processing'])
  })

  it('stays paused by the person who paused it', async () => {
    const { uploadId, lost } = await twoLost('user')
    for (const id of lost) await writeOff(id)
    expect(await stateOf(uploadId)).toBe('paused')
  })
})
