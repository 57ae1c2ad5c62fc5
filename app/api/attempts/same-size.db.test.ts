import { describe, expect, it } from 'vitest'
import { GET as listRoute } from '@/app/api/attempts/route'
import {
  analyst,
  confirm,
  provider,
  resolve,
  reviewer,
  second,
  setUpLostBatches,
} from '@/app/api/attempts/testing/lost-batches'
import { resolveAttempt } from '@/lib/attempts/resolve.server'
import { insertPerson } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { db, violatedConstraint } from '@/lib/platform/db.server'
import { stripChecks } from '@/lib/retention/strip.server'
import { readUpload } from '@/lib/uploads/queries.server'
import { keptRows, linesOf, requestOf } from '@/lib/uploads/testing/body'
import { runWorker, storeCompared } from '@/lib/uploads/testing/office'
import { callRoute } from '@/lib/verifications/testing/fixtures'

type Lost = { uploadId: string; attemptId: string; upstreamId: string }

setUpLostBatches()

/** Each test has its own sizes, so that its batches are alike only among themselves. */
async function lose(rows: number): Promise<Lost> {
  provider.bulkModes = ['accept_then_lose']
  const uploadId = await storeCompared(requestOf(linesOf(keptRows(rows))), analyst)
  await runWorker(uploadId)
  const attempt = await db().attempt.findFirstOrThrow({ where: { state: 'unknown', bulk: { uploadId } } })
  return { uploadId, attemptId: attempt.id, upstreamId: provider.ledger.at(-1)?.id ?? '' }
}
const attach = ({ attemptId }: Lost, upstreamId: string, as = reviewer) =>
  resolve(attemptId, { as: 'attached', upstreamId }, as)
const unknownIn = async ({ uploadId }: Lost) => (await readUpload(uploadId, analyst.actor)).counts.unknown
const actionsOf = async ({ attemptId }: Lost) =>
  (await db().auditEntry.findMany({ where: { objectId: attemptId }, orderBy: { seq: 'asc' } })).map(
    ({ action }) => action,
  )

it('the ID of a lost batch is not attached by somebody who lost access while it was looked up', async () => {
  const lost = await lose(1)
  const gone = await insertPerson('reviewer')
  await db().user.update({ where: { id: gone.actor.id }, data: { disabledAt: new Date() } })
  const attached = resolveAttempt(lost.attemptId, { as: 'attached', upstreamId: lost.upstreamId }, gone)
  await expect(attached).rejects.toMatchObject({ status: 401, code: 'session_required' })
  expect(await unknownIn(lost)).toBe(1)
  expect((await attach(lost, lost.upstreamId)).body.state).toBe('attached')
})

describe('the ID of a lost batch, when another one of its size was lost at the same time', () => {
  it('is attached only when a second reviewer confirms it, because it may be the ID of the other', async () => {
    const one = await lose(2)
    const other = await lose(2)
    const proposed = await attach(one, one.upstreamId)
    expect([proposed.status, proposed.body.state]).toEqual([200, 'unknown'])
    expect(proposed.body.resolution).toMatchObject({
      kind: 'attached',
      upstreamId: one.upstreamId,
      waiting: true,
    })
    expect(await unknownIn(one)).toBe(2)
    const { body } = await callRoute(listRoute, 'GET', '/api/attempts', { as: second })
    expect(body.total).toMatchObject({ batches: 2, waiting: 1 })
    expect((await confirm(one.attemptId, reviewer)).body.code).toBe('four_eyes')
    const confirmed = await confirm(one.attemptId)
    expect([confirmed.status, confirmed.body.state]).toEqual([200, 'attached'])
    await runWorker(one.uploadId)
    expect(await unknownIn(one)).toBe(0)
    expect(await actionsOf(one)).toEqual(['attempt.attach_proposed', 'attempt.attached'])
    // the other one is alone now
    expect((await attach(other, other.upstreamId)).body.state).toBe('attached')
  })

  it('can be rejected or withdrawn, and another ID proposed', async () => {
    const one = await lose(3)
    const other = await lose(3)
    await attach(one, other.upstreamId)
    expect((await attach(one, other.upstreamId, second)).body.code).toBe('already_proposed')
    const declared = { as: 'not_billed', reason: 'Not there', evidence: 'Ticket 1' }
    await db()
      .$executeRaw`update attempts set send_deadline = now() - interval '61 seconds' where id = ${one.attemptId}::uuid`
    expect((await resolve(one.attemptId, declared, second)).body.code).toBe('already_proposed')
    expect((await confirm(one.attemptId, second, false)).body.resolution).toBeNull()
    expect((await confirm(one.attemptId)).body.code).toBe('nothing_proposed')
    await attach(one, one.upstreamId, second)
    expect((await confirm(one.attemptId, reviewer)).body.state).toBe('attached')
    expect(await actionsOf(one)).toEqual([
      'attempt.attach_proposed',
      'attempt.attach_withdrawn',
      'attempt.attach_proposed',
      'attempt.attached',
    ])
  })

  it('is attached to one batch only, even if two people confirmed it for both', async () => {
    const one = await lose(4)
    const other = await lose(4)
    await attach(one, one.upstreamId)
    await attach(other, one.upstreamId)
    const answers = await Promise.all([confirm(one.attemptId), confirm(other.attemptId)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('is not even proposed once another batch has it', async () => {
    const [one, other] = [await lose(10), await lose(10)]
    await attach(one, one.upstreamId)
    await confirm(one.attemptId)
    await lose(10)
    expect((await attach(other, one.upstreamId)).body.code).toBe('already_attached')
    expect(await db().resolution.count({ where: { attemptId: other.attemptId } })).toBe(0)
  })

  it('is not attached after the batch was written off', async () => {
    const one = await lose(5)
    await lose(5)
    await resolve(one.attemptId, { as: 'written_off', reason: 'Nobody knows' })
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

  it('is ambiguous too when the other one was sent again with fewer rows', async () => {
    await insertConnection(provider.baseUrl, 20)
    const [one, other] = [await lose(12), await lose(12)]
    const row = await db().verification.findFirstOrThrow({ where: { bulk: { uploadId: other.uploadId } } })
    await db().$transaction((tx) => stripChecks(tx, [row.id]))
    await db()
      .$executeRaw`update attempts set send_deadline = now() - interval '61 seconds' where id = ${other.attemptId}::uuid`
    await resolve(other.attemptId, { as: 'not_billed', reason: 'Not there', evidence: 'Ticket 1' })
    await confirm(other.attemptId)
    await runWorker(other.uploadId)
    expect(provider.ledger.map(({ items }) => items.length)).toEqual([12, 12, 11])
    expect((await attach(one, other.upstreamId)).body).toMatchObject({
      state: 'unknown',
      resolution: { waiting: true },
    })
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
