import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { POST as confirmRoute } from '@/app/api/attempts/[id]/resolve/confirm/route'
import { POST as resolveRoute } from '@/app/api/attempts/[id]/resolve/route'
import { GET as listRoute } from '@/app/api/attempts/route'
import { db, violatedConstraint } from '@/lib/platform/db.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { connect, person, storeCompared, work } from '@/lib/uploads/testing/office'
import { call, type Person, signedIn } from '@/lib/verifications/testing/fixtures'
import { type Provider, startProvider } from '@/service/testing/provider'

type Lost = { uploadId: string; attemptId: string; upstreamId: string }

let provider: Provider
let analyst: Awaited<ReturnType<typeof person>>
let reviewer: Person
let second: Person

beforeAll(async () => {
  analyst = await person()
  reviewer = await signedIn('reviewer')
  second = await signedIn('reviewer')
})
beforeEach(async () => {
  provider = await startProvider()
  await connect(provider.baseUrl, 10)
})
afterEach(() => provider.stop())

/** Each test has its own sizes, so that its batches are alike only among themselves. */
async function lose(rows: number): Promise<Lost> {
  provider.posts = ['accept_then_lose']
  const uploadId = await storeCompared(requestOf(linesOf(keptRows(rows))), analyst)
  await work(uploadId)
  const attempt = await db().attempt.findFirstOrThrow({ where: { state: 'unknown', bulk: { uploadId } } })
  return { uploadId, attemptId: attempt.id, upstreamId: provider.ledger.at(-1)?.id ?? '' }
}
const resolve = ({ attemptId }: Lost, body: unknown, as = reviewer) =>
  call(resolveRoute, 'POST', `/api/attempts/${attemptId}/resolve`, { as, body, params: { id: attemptId } })
const attach = (lost: Lost, upstreamId: string, as = reviewer) =>
  resolve(lost, { as: 'attached', upstreamId }, as)
const confirm = ({ attemptId }: Lost, as = second, agree = true) =>
  call(confirmRoute, 'POST', `/api/attempts/${attemptId}/resolve/confirm`, {
    as,
    body: { agree },
    params: { id: attemptId },
  })
const unknownIn = async ({ uploadId }: Lost) => (await readUpload(uploadId, analyst.actor)).counts.unknown
const actionsOf = async ({ attemptId }: Lost) =>
  (await db().auditEntry.findMany({ where: { objectId: attemptId }, orderBy: { seq: 'asc' } })).map(
    ({ action }) => action,
  )

describe('the ID of a batch that was lost beside another one of its size', () => {
  it('is attached only when a second reviewer confirms it, because it may be the ID of the other', async () => {
    const one = await lose(2)
    const other = await lose(2)
    const proposed = await attach(one, one.upstreamId)
    expect([proposed.status, proposed.body.state]).toEqual([200, 'unknown'])
    expect(proposed.body.resolution).toMatchObject({
      kind: 'attached',
      upstreamId: one.upstreamId,
      confirmedBy: null,
      waiting: true,
    })
    expect(await unknownIn(one)).toBe(2)
    const { body } = await call(listRoute, 'GET', '/api/attempts', { as: second })
    expect(body.total).toMatchObject({ batches: 2, waiting: 1 })
    expect((await confirm(one, reviewer)).body.code).toBe('four_eyes')
    const confirmed = await confirm(one)
    expect([confirmed.status, confirmed.body.state]).toEqual([200, 'attached'])
    await work(one.uploadId)
    expect(await unknownIn(one)).toBe(0)
    expect(await actionsOf(one)).toEqual(['attempt.attach_proposed', 'attempt.attached'])
    // the other one is alone now
    expect((await attach(other, other.upstreamId)).body.state).toBe('attached')
  })

  it('can be refused or taken back, and another ID given', async () => {
    const one = await lose(3)
    const other = await lose(3)
    await attach(one, other.upstreamId)
    expect((await attach(one, other.upstreamId, second)).body.code).toBe('already_proposed')
    const declared = { as: 'not_billed', reason: 'Not there', evidence: 'Ticket 1' }
    await db()
      .$executeRaw`update attempts set send_deadline = now() - interval '61 seconds' where id = ${one.attemptId}::uuid`
    expect((await resolve(one, declared, second)).body.code).toBe('already_proposed')
    expect((await confirm(one, second, false)).body.resolution).toBeNull()
    expect((await confirm(one)).body.code).toBe('nothing_proposed')
    await attach(one, one.upstreamId, second)
    expect((await confirm(one, reviewer)).body.state).toBe('attached')
    expect(await actionsOf(one)).toEqual([
      'attempt.attach_proposed',
      'attempt.attach_withdrawn',
      'attempt.attach_proposed',
      'attempt.attached',
    ])
  })

  it('goes to one batch only, also when two people confirmed it for both', async () => {
    const one = await lose(4)
    const other = await lose(4)
    await attach(one, one.upstreamId)
    await attach(other, one.upstreamId)
    const answers = await Promise.all([confirm(one), confirm(other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is not attached after the batch was written off', async () => {
    const one = await lose(5)
    await lose(5)
    await resolve(one, { as: 'written_off', reason: 'Nobody knows' })
    expect((await attach(one, one.upstreamId)).body.code).toBe('attach_ambiguous')
  })

  it('is attached by one reviewer when the other has another size, or was sent at another time', async () => {
    const one = await lose(6)
    await lose(7)
    expect((await attach(one, one.upstreamId)).body.state).toBe('attached')
    const late = await lose(8)
    await db()
      .$executeRaw`update attempts set claimed_at = claimed_at - interval '1 hour', send_deadline = send_deadline - interval '1 hour' where id = ${late.attemptId}::uuid`
    const alone = await lose(8)
    expect((await attach(alone, alone.upstreamId)).body.state).toBe('attached')
  })

  it('is refused by the database when one person decides alone', async () => {
    const one = await lose(9)
    await lose(9)
    await attach(one, one.upstreamId)
    const alone = db()
      .$executeRaw`update attempts set state = 'attached', upstream_id = ${one.upstreamId} where id = ${one.attemptId}::uuid`
    expect(violatedConstraint(await alone.catch((error: unknown) => error))).toBe(
      'attempts_resolved_by_people',
    )
  })
})
