import { beforeEach, describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { db, Prisma } from '@/lib/platform/db.server'
import type { AttemptState } from '@/lib/platform/generated/client'
import { refusedBy } from '@/lib/platform/testing/refusals'
import { PLAIN_CHECK } from '@/lib/verifications/testing/fixtures'

/** What the database refuses about paid requests, whatever the program does. */

const [analyst, reviewer, second] = [
  await insertPerson(),
  await insertPerson('reviewer'),
  await insertPerson('reviewer'),
]

const BEFORE = new Date(Date.now() - 3_600_000)

/** A request of a new check, in this state. */
async function attemptOf(
  state: 'sending' | 'unknown' | 'accepted' = 'unknown',
  sendDeadline: Date | null = BEFORE,
) {
  const check = await db().verification.create({ data: { ...PLAIN_CHECK, requestedById: analyst.id } })
  return db().attempt.create({
    data: { verificationId: check.id, state, claimedAt: BEFORE, sendDeadline },
  })
}

const to = (id: string, state: 'ready' | 'sending' | 'attached' | 'not_billed' | 'written_off') =>
  refusedBy(db().attempt.update({ where: { id }, data: { state } }))

type Kind = 'not_billed' | 'written_off' | 'attached'
const decide = (attemptId: string, kind: Kind, more: object = {}) =>
  db().resolution.create({
    data: {
      ...{ attemptId, kind, proposedById: reviewer.id },
      ...(kind === 'attached' ? { upstreamId: `of-${attemptId}` } : { reason: 'Nobody knows' }),
      ...(kind === 'not_billed' && { evidence: 'Ticket 4711' }),
      ...more,
    },
  })
const CONFIRMED = { confirmedById: second.id, confirmedAt: BEFORE }

describe('a request that was sent', () => {
  it('never waits to be sent again', async () => {
    for (const state of ['sending', 'unknown', 'accepted'] as const)
      expect(await to((await attemptOf(state)).id, 'ready')).toBe('attempts_never_rearmed')
  })
})

describe('a lost request', () => {
  it('is resolved by a decision of the same kind that was not withdrawn', async () => {
    const { id } = await attemptOf()
    const withdrawn = { withdrawnAt: new Date(), withdrawnById: reviewer.id }
    await decide(id, 'written_off', withdrawn)
    await decide(id, 'not_billed', CONFIRMED)
    expect(await to(id, 'written_off')).toBe('attempts_resolved_by_people')
    expect(await to(id, 'not_billed')).toBe('done')
  })

  it('is resolved only while its outcome is unknown', async () => {
    for (const state of ['sending', 'accepted'] as const) {
      const { id } = await attemptOf(state)
      await decide(id, 'not_billed', CONFIRMED)
      expect(await to(id, 'not_billed')).toBe('attempts_resolved_by_people')
    }
  })

  it('is not declared not billed without knowing until when it could be sent', async () => {
    const { id } = await attemptOf('unknown', null)
    await decide(id, 'not_billed', CONFIRMED)
    expect(await to(id, 'not_billed')).toBe('attempts_too_early')
  })

  it('of a check is never attached once it was written off', async () => {
    const { id } = await attemptOf()
    const { id: first } = await decide(id, 'written_off')
    expect(await to(id, 'written_off')).toBe('done')
    await db().resolution.update({ where: { id: first }, data: { withdrawnAt: new Date() } })
    await decide(id, 'attached')
    expect(await to(id, 'attached')).toBe('attempts_resolved_by_people')
  })
})

describe('the decision about a lost request', () => {
  const change = (id: string, data: object) => refusedBy(db().resolution.update({ where: { id }, data }))

  it('keeps what was decided, by whom and why', async () => {
    const other = await attemptOf()
    const { id } = await decide((await attemptOf()).id, 'not_billed')
    const changes = [
      ...[{ reason: 'Another' }, { evidence: 'Another' }, { proposedById: second.id }],
      ...[{ kind: 'written_off' }, { proposedAt: BEFORE }, { attemptId: other.id }, { upstreamId: 'x' }],
    ]
    for (const data of changes) expect(await change(id, data)).toBe('resolutions_stand')
    expect(await change(id, CONFIRMED)).toBe('done')
  })

  it('is final once it was confirmed or withdrawn', async () => {
    const { id: confirmed } = await decide((await attemptOf()).id, 'not_billed', CONFIRMED)
    expect(await change(confirmed, { withdrawnAt: new Date() })).toBe('resolutions_stand')
    const { id: withdrawn } = await decide((await attemptOf()).id, 'not_billed', { withdrawnAt: BEFORE })
    expect(await change(withdrawn, { withdrawnAt: null })).toBe('resolutions_stand')
    expect(await change(withdrawn, CONFIRMED)).toBe('resolutions_stand')
  })

  it('is neither made nor confirmed by a person who may not decide yet', async () => {
    const waits = await insertPerson('reviewer')
    const decidesFrom = new Date(Date.now() + 60_000)
    await db().user.update({ where: { id: waits.id }, data: { decidesFrom } })
    const { id: attemptId } = await attemptOf()
    expect(await refusedBy(decide(attemptId, 'not_billed', { proposedById: waits.id }))).toBe(
      'second_person_waits',
    )
    const { id } = await decide(attemptId, 'not_billed')
    expect(await change(id, { confirmedById: waits.id, confirmedAt: new Date() })).toBe('second_person_waits')
  })
})

/** A batch of an upload that is being sent, and what else is stored about the upload. */
async function batchOf(more: object = {}, approval?: object) {
  const upload = await db().upload.create({
    data: {
      ...{ fileName: 'a.csv', fileHash: 'x', reading: {}, fileRows: 0, total: 0, notSent: 0 },
      ...{ state: 'processing', comparison: {}, createdById: analyst.id, ...more },
    },
  })
  const asked = { uploadId: upload.id, causes: ['upload'], credits: 1 }
  if (approval) {
    await db().uploadApproval.create({ data: asked })
    await db().uploadApproval.update({ where: { uploadId: upload.id }, data: approval })
  }
  return db().bulk.create({ data: { uploadId: upload.id, number: 1, size: 5 } })
}

describe('a batch', () => {
  const declined = { approved: false, reason: 'Last year', decidedById: reviewer.id, decidedAt: BEFORE }
  it.each<[string, object, object | undefined, string]>([
    ['was not compared with its file', { comparison: Prisma.DbNull }, undefined, 'attempts_after_comparison'],
    ['differs from its file', { comparison: { problem: 'rows' } }, undefined, 'attempts_after_comparison'],
    ['is being compared again', { state: 'comparing' }, undefined, 'attempts_after_comparison'],
    ['waits for its approval', {}, {}, 'attempts_after_approval'],
    ['was declined', {}, declined, 'attempts_after_approval'],
    ['has known answers to choose', { knownChoice: 'open' }, undefined, 'attempts_after_choice'],
    ['was approved', {}, { ...declined, approved: true }, 'done'],
  ])('of an upload that %s', async (_, upload, approval, outcome) => {
    const { id: bulkId } = await batchOf(upload, approval)
    expect(await refusedBy(db().attempt.create({ data: { bulkId, state: 'sending' } }))).toBe(outcome)
  })
})

describe('the ID of a lost batch', () => {
  const MINUTE = 60_000
  const send = async (state: AttemptState, upstreamId: string | null = null, later = 0, size = 5) => {
    const { id: bulkId } = await batchOf()
    await db().bulk.update({ where: { id: bulkId }, data: { size } })
    const claimedAt = new Date(BEFORE.getTime() + later)
    const sendDeadline = new Date(claimedAt.getTime() + MINUTE)
    return db().attempt.create({ data: { bulkId, state, upstreamId, claimedAt, sendDeadline } })
  }
  const isAmbiguous = async (id: string) => {
    const [row] = await db().$queryRaw<[{ alike: boolean }]>`select lost_alike(${id}::uuid) as alike`
    return row.alike
  }
  beforeEach(async () => {
    await db().$executeRaw`delete from attempts where bulk_id is not null`
  })

  it.each<['ambiguous' | 'its own', string, Parameters<typeof send>]>([
    ['ambiguous', 'is being sent', ['sending']],
    ['ambiguous', 'is lost', ['unknown']],
    ['ambiguous', 'was declared not billed', ['not_billed']],
    ['ambiguous', 'was written off', ['written_off']],
    ['its own', 'was not sent', ['not_sent']],
    ['its own', 'has an ID', ['unknown', 'known']],
    ['its own', 'has another size', ['unknown', null, 0, 6]],
    ['ambiguous', 'was sent within five minutes', ['unknown', null, 6 * MINUTE]],
    ['its own', 'was sent more than five minutes later', ['unknown', null, 6 * MINUTE + 1]],
    ['its own', 'was sent more than five minutes earlier', ['unknown', null, -6 * MINUTE - 1]],
  ])('is %s beside another batch that %s', async (expected, _, other) => {
    await send(...other)
    expect(await isAmbiguous((await send('unknown')).id)).toBe(expected === 'ambiguous')
  })

  it('is its own once the provider gave it', async () => {
    await send('unknown')
    expect(await isAmbiguous((await send('unknown', 'own')).id)).toBe(false)
  })
})
