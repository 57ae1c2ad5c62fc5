import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { signedOutWaiting } from '@/lib/platform/testing/locks'
import { refusalOf, refusedBy } from '@/lib/platform/testing/refusals'
import { claimReview } from '@/lib/reviews/decision/claim.server'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { addNote } from '@/lib/reviews/item/notes.server'
import { lockReviews, policySetting } from '@/lib/reviews/load.server'
import { CALL_BACK, createAnsweredCheck, createReview, createReviews } from '@/lib/reviews/testing/fixtures'

const asker = await insertPerson('analyst', 'reviewer')
const first = await insertPerson('reviewer')
const second = await insertPerson('reviewer')
beforeEach(() => policySetting.save('two_to_approve'))

type Review = { id: string; evidenceHash: string }
const APPROVAL = { decision: 'approve', reason: 'spelling_or_accent' } as const
const insert = (review: Review, by: string, kind = 'approve') => db().$executeRaw`
  insert into decisions (id, review_id, kind, decided_by_id, evidence_hash)
  values (gen_random_uuid(), ${review.id}::uuid, ${kind}::decision_kind, ${by}::uuid, ${review.evidenceHash})`
const close = (review: { id: string }, state = 'approved') =>
  db().$executeRaw`update reviews set state = ${state}::review_state where id = ${review.id}::uuid`

describe('the database, without the commands', () => {
  it('refuses a decision by the person who ran the check', async () => {
    const review = await createReview(asker.actor)
    await expect(insert(review, asker.actor.id)).rejects.toThrow('four eyes')
  })

  it('refuses a decision by somebody who is not a reviewer or was deactivated', async () => {
    const review = await createReview(asker.actor)
    const admin = await insertPerson('admin')
    const gone = await insertPerson('reviewer')
    await db().user.update({ where: { id: gone.actor.id }, data: { disabledAt: new Date() } })
    await expect(insert(review, admin.actor.id)).rejects.toThrow('only a reviewer')
    await expect(insert(review, gone.actor.id)).rejects.toThrow('only a reviewer')
  })

  it('refuses to close an item with no decision or too few', async () => {
    const review = await createReview(asker.actor)
    await expect(close(review)).rejects.toThrow('four eyes')
    await expect(close(review, 'rejected')).rejects.toThrow('four eyes')
    await insert(review, first.actor.id)
    await expect(close(review)).rejects.toThrow('four eyes')
    await expect(insert(review, first.actor.id)).rejects.toThrow('decisions_one_per_person')
    await insert(review, second.actor.id)
    expect(await close(review)).toBe(1)
  })

  it('refuses a decision about other evidence than the item has', async () => {
    const review = await createReview(asker.actor)
    const other = { ...review, evidenceHash: 'b'.repeat(64) }
    expect(await refusedBy(insert(other, first.actor.id))).toBe('decisions_same_evidence')
  })

  it('closes an item only by decisions of its kind that were not undone', async () => {
    const review = await createReview(asker.actor)
    await insert(review, first.actor.id)
    await insert(review, second.actor.id, 'escalate')
    expect(await refusedBy(close(review))).toBe('decisions_four_eyes')
    const third = await insertPerson('reviewer')
    await insert(review, third.actor.id)
    await db().decision.updateMany({
      where: { reviewId: review.id, decidedById: third.actor.id },
      data: { undoneAt: new Date() },
    })
    expect(await refusedBy(close(review))).toBe('decisions_four_eyes')
    await insert(review, third.actor.id)
    expect(await close(review)).toBe(1)
  })

  it('refuses an item that is closed from the start', async () => {
    const verificationId = await createAnsweredCheck(asker.actor)
    const { id: _, verificationId: __, ...item } = await db().review.findFirstOrThrow()
    const closed = { ...item, id: randomUUID(), verificationId, state: 'approved' as const }
    expect(await refusedBy(db().review.create({ data: closed }))).toBe('decisions_four_eyes')
  })

  it('accepts only approvals of close matches from a rule, whatever it repeats', async () => {
    const rule = await db().reviewRule.findFirstOrThrow()
    const earlier = await db().decision.findFirstOrThrow()
    const byRule = async (kind: 'approve' | 'reject', doubt: Parameters<typeof createReview>[1] = {}) => {
      const { id: reviewId, evidenceHash } = await createReview(asker.actor, doubt)
      const data = { reviewId, kind, evidenceHash, ruleId: rule.id, earlierId: earlier.id }
      return refusedBy(db().decision.create({ data: { ...data, callBack: CALL_BACK } }))
    }
    expect(await byRule('reject')).toBe('decisions_rule_limits')
    expect(await byRule('approve', 'no_match')).toBe('decisions_rule_limits')
    expect(await byRule('approve')).toBe('done')
  })

  it('refuses a decision by a rule that may not make it, and one by nobody', async () => {
    const review = await createReview(asker.actor)
    const rule = await db().reviewRule.findFirstOrThrow()
    const byRule = db().decision.create({
      data: { reviewId: review.id, kind: 'approve', ruleId: rule.id, evidenceHash: review.evidenceHash },
    })
    await expect(byRule).rejects.toThrow('a rule cannot decide this')
    const byNobody = db().decision.create({
      data: { reviewId: review.id, kind: 'approve', evidenceHash: review.evidenceHash },
    })
    await expect(byNobody).rejects.toThrow('decisions_by_person_or_rule')
  })

  it('never changes notes, events and documents', async () => {
    const review = await createReview(asker.actor)
    await db().reviewEvent.create({
      data: { reviewId: review.id, kind: 'note', byId: first.actor.id, note: 'A' },
    })
    await expect(db().$executeRaw`update review_events set note = 'B'`).rejects.toThrow('append-only')
    const file = { fileName: 'a.pdf', mediaType: 'application/pdf', bytes: 1, sha256: 'x' }
    const added = { reviewId: review.id, addedById: first.actor.id, cipher: new Uint8Array() }
    await db().document.create({ data: { ...file, ...added } })
    await expect(db().$executeRaw`update documents set sha256 = 'y'`).rejects.toThrow('append-only')
  })
})

describe('a reviewer who was signed out while they waited for an item', () => {
  it.each([
    ['decide it', (review: Review, by: Person) => decideReview(review.id, { ...APPROVAL, ...review }, by)],
    ['claim it', ({ id }: Review, { actor }: Person) => claimReview(id, actor)],
    ['add a note', ({ id }: Review, by: Person) => addNote(id, 'Called the payee.', by)],
  ])('can’t %s', async (_, act) => {
    const { id, evidenceHash } = await createReview(asker.actor)
    const gone = await insertPerson('reviewer')
    const outcome = await signedOutWaiting(
      gone,
      (tx) => lockReviews(tx, [id], first.actor),
      () => act({ id, evidenceHash }, gone),
    )
    expect(outcome).toBe('session_required')
    expect(await db().decision.count({ where: { reviewId: id } })).toBe(0)
    expect(await db().reviewEvent.count({ where: { reviewId: id } })).toBe(0)
  })
})

describe('two reviewers who decide at the same moment', () => {
  it('get exactly one success, every time', { timeout: 120_000 }, async () => {
    const times = process.env.LONG ? 200 : 50
    await policySetting.save('one')
    const outcomes = new Map<string, number>()
    for (const review of await createReviews(asker.actor, times)) {
      const press = (by: Person, decision: 'approve' | 'reject') =>
        refusalOf(
          decideReview(
            review.id,
            {
              decision,
              reason: decision === 'approve' ? 'spelling_or_accent' : 'different_person',
              evidenceHash: review.evidenceHash,
            },
            by,
          ),
        )
      const answers = await Promise.all([press(first, 'approve'), press(second, 'reject')])
      const key = answers.sort().join(' | ')
      outcomes.set(key, (outcomes.get(key) ?? 0) + 1)
    }
    expect([...outcomes]).toEqual([['409 already_decided | done', times]])
  })
})
