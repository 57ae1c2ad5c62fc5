import { randomUUID } from 'node:crypto'
import { NextRequest } from 'next/server'
import { describe, expect, it } from 'vitest'
import { GET as file } from '@/app/api/payments/[id]/releases/[number]/file/route'
import { POST as withdraw } from '@/app/api/payments/[id]/releases/[number]/withdraw/route'
import { POST as release } from '@/app/api/payments/[id]/releases/route'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { createAnsweredRun, newPayments, releaseRequest } from '@/lib/payments/release/testing/fixtures'
import { storeAnswers } from '@/lib/payments/testing/run'
import { db } from '@/lib/platform/db.server'
import { callRoute } from '@/lib/verifications/testing/fixtures'

await insertConnection()
const analyst = await insertPerson()
const reviewer = await insertPerson('reviewer')

const post = (id: string, body: unknown, key: string | null = randomUUID()) =>
  callRoute(release, 'POST', `/api/payments/${id}/releases`, { as: reviewer, params: { id }, body, key })
const undo = (id: string, number = '1') =>
  callRoute(withdraw, 'POST', `/api/payments/${id}/releases/${number}/withdraw`, {
    ...{ as: reviewer, params: { id, number } },
  })
const download = (id: string, part: string, method = 'GET'): Promise<Response> => {
  const url = `http://127.0.0.1:3000/api/payments/${id}/releases/1/file?part=${part}`
  const headers = { host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin', cookie: reviewer.cookie }
  return file(new NextRequest(url, { method, headers }), { params: Promise.resolve({ id, number: '1' }) })
}
const releases = (id: string) => db().paymentRelease.count({ where: { uploadId: id } })
const left = (id: string) => db().paymentLine.count({ where: { uploadId: id, releaseId: { not: null } } })

describe('POST …/releases', () => {
  it('releases once for an Idempotency-Key, and repeats the response', async () => {
    const id = await createAnsweredRun(analyst, newPayments(3), ['match', 'match', 'no_match'])
    const [input, key] = [await releaseRequest(id), randomUUID()]
    const first = await post(id, input, key)
    expect(first).toMatchObject({ status: 200, body: { number: 1, lines: 2, heldLines: 1 } })
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    const again = await post(id, input, key)
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const other = await post(id, { ...input, lines: [1] }, key)
    expect(other).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
    expect(await post(id, input, null)).toMatchObject({
      status: 400,
      body: { code: 'idempotency_key_required' },
    })
    expect([await releases(id), await left(id)]).toEqual([1, 2])
  })

  it('releases once if the same request arrives twice at the same moment', async () => {
    const id = await createAnsweredRun(analyst, newPayments(2))
    const [input, key] = [await releaseRequest(id), randomUUID()]
    const both = await Promise.all([post(id, input, key), post(id, input, key)])
    expect(both.map(({ status }) => status)).toContain(200)
    for (const { status, body } of both)
      if (status !== 200)
        expect({ status, code: body.code }).toEqual({ status: 409, code: 'request_in_progress' })
    expect([await releases(id), await left(id)]).toEqual([1, 2])
  })

  it('responds 409 with the current gates and the lines that can’t be released, and releases nothing', async () => {
    const id = await createAnsweredRun(analyst, newPayments(3), ['match', 'match', null])
    const input = await releaseRequest(id, [1, 2])
    await storeAnswers(id, { 3: 'match' })
    const key = randomUUID()
    const more = await post(id, { ...input, lines: 'clear' }, key)
    expect(more).toMatchObject({
      status: 409,
      body: { code: 'run_changed', lines: [], gates: { clear: { lines: 3, sums: { EUR: '300.00' } } } },
    })
    expect(await post(id, { lines: [3, 4], expected: input.expected })).toMatchObject({
      status: 409,
      body: { code: 'run_changed', lines: [4] },
    })
    expect([await releases(id), await left(id)]).toEqual([0, 0])
    // a refusal doesn't store the key, so the corrected request can use it again
    expect(await post(id, await releaseRequest(id), key)).toMatchObject({ status: 200, body: { lines: 3 } })
    expect(await post(id, input)).toMatchObject({
      status: 409,
      body: { code: 'run_changed', lines: [1, 2], gates: { released: { lines: 3 } } },
    })
  })
})

describe('POST …/withdraw', () => {
  it('frees the lines again, and is refused the second time', async () => {
    const id = await createAnsweredRun(analyst, newPayments(2))
    await post(id, await releaseRequest(id))
    const withdrawn = await undo(id)
    expect(withdrawn).toMatchObject({ status: 200, body: { gates: { clear: { lines: 2 } } } })
    expect(await left(id)).toBe(0)
    expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'release_withdrawn' } })
    expect(await undo(id, '2')).toMatchObject({ status: 404 })
  })

  it.each(['released', 'held'])('is refused once the %s file is downloaded', async (part) => {
    const id = await createAnsweredRun(analyst, newPayments(2), ['match', 'no_match'])
    await post(id, await releaseRequest(id))
    const manifest = await download(id, 'manifest')
    expect(await manifest.json()).toMatchObject({ release: { number: 1 } })
    const bytes = await download(id, part)
    expect([bytes.status, (await bytes.text()).includes('<MsgId>')]).toEqual([200, true])
    expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'release_downloaded' } })
    expect(await left(id)).toBe(1)
  })

  it.each(['released', 'held', 'manifest'])(
    'is not refused after a HEAD of the %s file, which records no download',
    async (part) => {
      const id = await createAnsweredRun(analyst, newPayments(2), ['match', 'no_match'])
      await post(id, await releaseRequest(id))
      const head = await download(id, part, 'HEAD')
      expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET'])
      expect(
        await db().auditEntry.count({ where: { objectId: id, action: 'payment.file_downloaded' } }),
      ).toBe(0)
      expect((await undo(id)).status).toBe(200)
    },
  )
})
