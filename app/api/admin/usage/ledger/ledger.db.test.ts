import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GET } from '@/app/api/admin/usage/ledger/route'
import { POST as confirm } from '@/app/api/attempts/[id]/resolve/confirm/route'
import { POST as resolve } from '@/app/api/attempts/[id]/resolve/route'
import { proposedAt } from '@/app/api/attempts/testing/lost-batches'
import { rowsNamed } from '@/app/api/uploads/testing/fixtures'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db } from '@/lib/platform/db.server'
import { receiveUpload } from '@/lib/uploads/intake/receive.server'
import { linesOf, requestOf } from '@/lib/uploads/testing/body'
import { runWorker } from '@/lib/uploads/testing/office'
import { callRoute, PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'
import { type PostMode, Provider } from '@/service/testing/provider'

let provider: Provider

const analyst = await insertPerson()
const admin = await insertPerson('admin')
beforeEach(async () => {
  provider = await new Provider().start()
  await insertConnection(provider.baseUrl, 4)
})
afterEach(() => provider.stop())

type Line = Record<string, unknown> & { credits: Record<string, number> }
const ledger = async (query = '') =>
  (await callRoute(GET, 'GET', `/api/admin/usage/ledger${query}`, { as: admin })).body as unknown as {
    total: Line
    lines: Line[]
  }
/** Creates an upload of ten rows in batches of 4, 4 and 2. The names decide the provider’s results. */
async function upload(...posts: PostMode[]): Promise<string> {
  provider.bulkModes = posts
  const names = Array.from({ length: 10 }, (_, n) => (n === 1 ? 'Invalid' : `Holder ${n}`))
  const { id } = await receiveUpload(requestOf(linesOf(rowsNamed(names))), analyst)
  await runWorker(id)
  return id
}
const lineOf = async (id: string) => (await ledger()).lines.find((line) => line.id === id)
const decide = async (uploadId: string, body: object) => {
  const attempt = await db().attempt.findFirstOrThrow({ where: { state: 'unknown', bulk: { uploadId } } })
  await db()
    .$executeRaw`update attempts set send_deadline = now() - interval '61 seconds' where id = ${attempt.id}::uuid`
  const params = { id: attempt.id }
  const as = await insertPerson('reviewer')
  await callRoute(resolve, 'POST', '/', { as, body, params })
  if ('evidence' in body)
    await callRoute(confirm, 'POST', '/', {
      as: await insertPerson('reviewer'),
      body: { agree: true, proposedAt: await proposedAt(attempt.id) },
      params,
    })
  await runWorker(uploadId)
}

it.each([
  '?from=2000-01-01',
  '?from=2999-01-01',
  '?from=2000-01-01&to=2002-01-01',
  '?from=2026-02-02&to=2026-02-01',
  '?to=0001-01-01',
])(
  'the ledger refuses a period of more than a year, or without a day, also with one date: %s',
  async (query) => {
    const { status, body } = await callRoute(GET, 'GET', `/api/admin/usage/ledger${query}`, { as: admin })
    expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('period')])
  },
)

describe('the ledger of an upload', () => {
  it('adds up when everything was accepted, and rows with an invalid format cost nothing', async () => {
    const id = await upload()
    expect(await lineOf(id)).toMatchObject({
      sent: 10,
      acknowledged: 10,
      unknown: 0,
      rejectedItems: 1,
      credits: { booked: 9, expected: 9, atRisk: 0 },
      addsUp: true,
    })
  })

  it('adds up after a refusal, a lost response and the decisions of people about it', async () => {
    const id = await upload('accept', 'accept_then_lose')
    expect(await lineOf(id)).toMatchObject({
      sent: 8,
      acknowledged: 4,
      unknown: 4,
      credits: { booked: 3, atRisk: 4 },
      addsUp: true,
    })
    await decide(id, { as: 'not_billed', reason: 'Never arrived', evidence: 'Ticket 1' })
    expect(await lineOf(id)).toMatchObject({
      sent: 14,
      acknowledged: 10,
      notBilled: 4,
      credits: { booked: 9, atRisk: 0 },
      addsUp: true,
    })

    const other = await upload('reject', 'accept_then_lose')
    await decide(other, { as: 'written_off', reason: 'Nobody knows' })
    expect(await lineOf(other)).toMatchObject({
      sent: 10,
      acknowledged: 2,
      refused: 4,
      writtenOff: 4,
      credits: { booked: 2, atRisk: 4 },
      addsUp: true,
    })
  })

  it('counts what a lost batch had, also after it is sent again without a row that was checked again', async () => {
    const id = await upload('accept', 'accept_then_lose')
    const old = await db().verification.findFirstOrThrow({ where: { uploadId: id, status: 'unknown' } })
    const again = { ...PLAIN_CHECK, requestedById: analyst.actor.id, previousId: old.id }
    await db().verification.create({ data: again })
    await decide(id, { as: 'not_billed', reason: 'Never arrived', evidence: 'Ticket 1' })
    expect(await lineOf(id)).toMatchObject({
      sent: 13,
      acknowledged: 9,
      notBilled: 4,
      credits: { booked: 8 },
      addsUp: true,
    })
  })

  it('reports what does not add up: a changed entry, a batch with a different state', async () => {
    const id = await upload('accept', 'accept_then_lose')
    await db().$executeRaw`
      update credit_entries set amount = -99 where attempt_id in (
        select a.id from attempts a join bulks b on b.id = a.bulk_id where b.upload_id = ${id}::uuid and a.state = 'accepted')`
    await db().bulk.updateMany({ where: { uploadId: id, state: 'unknown' }, data: { state: 'completed' } })
    expect(await lineOf(id)).toMatchObject({ addsUp: false, differs: ['credits', 'shown'] })
    expect((await ledger()).total).toMatchObject({ addsUp: false })
    await db().upload.updateMany({ data: { createdAt: new Date('2020-01-01') } })
  })
})

describe('the ledger of single checks', () => {
  it('is one line a day', async () => {
    for (const [status, state, amount] of [
      ['completed', 'accepted', -1],
      ['unknown', 'unknown', 0],
      ['not_sent', 'rejected', null],
      ['not_sent', 'not_sent', null],
    ] as const) {
      const matchResult = status === 'completed' ? ('match' as const) : null
      const { id: verificationId } = await db().verification.create({
        data: { ...PLAIN_CHECK, status, matchResult, requestedById: analyst.actor.id },
      })
      const attempt = await db().attempt.create({ data: { verificationId, state, claimedAt: new Date() } })
      if (amount !== null)
        await db().creditEntry.create({ data: { kind: 'check', amount, attemptId: attempt.id } })
    }
    const { lines, total } = await ledger()
    const day = { kind: 'checks', sent: 3, acknowledged: 1, refused: 1, unknown: 1, addsUp: true }
    expect(lines).toMatchObject([{ ...day, credits: { booked: 1, expected: 1, atRisk: 1 } }])
    expect(total).toMatchObject({ sent: 3, addsUp: true })
    expect((await ledger('?from=2019-12-01&to=2020-01-31')).lines).toHaveLength(5)
  })

  it('is for admins, and for valid periods', async () => {
    const status = async (as: Person, query = '') =>
      (await callRoute(GET, 'GET', `/api/admin/usage/ledger${query}`, { as })).status
    expect(await status(await insertPerson('analyst', 'reviewer'))).toBe(403)
    expect(await status(admin, '?from=2026-02-01&to=2026-01-01')).toBe(422)
    expect(await status(admin, '?from=2024-02-01&to=2026-01-01')).toBe(422)
    expect(await status(admin, '?from=yesterday')).toBe(422)
  })
})
