import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { POST } from '@/app/api/admin/connections/[id]/resume/route'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { actOnUpload } from '@/lib/uploads/sending/control.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { runWorker, storeCompared } from '@/lib/uploads/testing/office'
import { callRoute } from '@/lib/verifications/testing/fixtures'
import { startProvider } from '@/service/testing/start-provider'

const provider = await startProvider()
const id = await insertConnection(provider.baseUrl, 10)

const resume = async (as: Awaited<ReturnType<typeof insertPerson>>, connection = id) => {
  const sending = { as, params: { id: connection } }
  const { status, body } = await callRoute(POST, 'POST', '/', sending)
  return [status, body.code ?? body.stopped]
}

describe('missing credits', () => {
  it('hold other uploads before they are sent; after a person resumes, one batch probes and the rest follow', async () => {
    const person = await insertPerson()
    const send = async (from: number) => await storeCompared(requestOf(linesOf(keptRows(15, from))), person)
    const [first, second] = [await send(0), await send(100)]
    provider.bulkModes = ['credits']
    await runWorker(first)
    await runWorker(second)
    expect(await readUpload(first, person.actor)).toMatchObject({ status: 'paused', pauseReason: 'credits' })
    expect(await readUpload(second, person.actor)).toMatchObject({
      status: 'paused',
      pauseReason: 'credits',
      credits: 0,
    })
    expect(await db().attempt.count({ where: { bulk: { uploadId: second } } })).toBe(0)

    expect(await resume(await insertPerson())).toEqual([403, 'role_required'])
    expect(await resume(await insertPerson('reviewer'))).toEqual([
      200,
      { code: 'credits_exhausted', since: expect.any(String), size: 10, waitsForPerson: false },
    ])
    await actOnUpload(second, 'resume', person)
    await runWorker(second)
    expect(await readUpload(second, person.actor)).toMatchObject({
      status: 'completed',
      counts: { match: 15 },
    })
    await actOnUpload(first, 'resume', person)
    await runWorker(first)
    expect(await readUpload(first, person.actor)).toMatchObject({
      status: 'completed',
      counts: { match: 15 },
    })
    expect(provider.ledger.map((line) => line.items.length)).toEqual([10, 5, 10, 5])
  })

  it('that stop no upload have nothing to resume', async () => {
    const admin = await insertPerson('admin')
    expect(await resume(admin)).toEqual([409, 'not_stopped'])
    expect((await resume(admin, randomUUID()))[0]).toBe(404)
    const entries = await db().auditEntry.findMany({ where: { objectId: id }, orderBy: { seq: 'asc' } })
    expect(entries.map((entry) => entry.action)).toEqual([
      'connection.paying_stopped',
      'connection.paying_resumed',
    ])
  })
})
