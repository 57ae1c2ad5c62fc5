import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeSession, openSession } from '@/lib/auth/session.server'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { hub } from '@/lib/http/hub.server'
import { db } from '@/lib/platform/db.server'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { claimReview, releaseReview, takeOver } from '@/lib/reviews/decision/claim.server'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { reopenReview, undoDecision } from '@/lib/reviews/decision/undo.server'
import { readReview } from '@/lib/reviews/item/item.server'
import { addNote } from '@/lib/reviews/item/notes.server'
import { policySetting } from '@/lib/reviews/load.server'
import type { Policy } from '@/lib/reviews/policy'
import { searchReviews } from '@/lib/reviews/queue/queue.server'
import { queueInput } from '@/lib/reviews/queue/schema'
import { openReviews } from '@/lib/reviews/rules/open.server'
import { createReview } from '@/lib/reviews/testing/fixtures'

const asker = await insertPerson('analyst', 'reviewer')
const first = await insertPerson('reviewer')
const second = await insertPerson('reviewer')
beforeEach(() => under('one'))
afterAll(() => hub().stop())

const under = (policy: Policy) => policySetting.save(policy)
const yes = { decision: 'approve', reason: 'spelling_or_accent' } as const
const no = { decision: 'reject', reason: 'different_person' } as const
const escalate = { decision: 'escalate', reason: 'suspected_fraud' } as const
const decide = (
  review: { id: string; evidenceHash: string },
  person: Person,
  what: typeof yes | typeof no | typeof escalate = yes,
) => decideReview(review.id, { ...what, evidenceHash: review.evidenceHash }, person)
/** Inserts a decision directly into the database. */
const plant = ({ id, evidenceHash }: { id: string; evidenceHash: string }, { actor }: Person) =>
  db().decision.create({ data: { reviewId: id, kind: 'approve', decidedById: actor.id, evidenceHash } })

describe('four eyes', () => {
  it('refuses a decision by the person who ran the check, whatever their roles', async () => {
    const review = await createReview(asker.actor)
    expect(await refusalOf(decide(review, asker))).toBe('403 four_eyes')
  })

  it('is enforced by the database too', async () => {
    const review = await createReview(asker.actor)
    await expect(plant(review, asker)).rejects.toThrow('four eyes')
  })

  it('refuses the person who ran the original of a repeated check, also over several repeats', async () => {
    const [ran, again, third] = [
      await createReview(asker.actor),
      await createReview(first.actor),
      await createReview(second.actor),
    ]
    const follow = (one: typeof ran, previousId: string) =>
      db().verification.update({ where: { id: one.verificationId }, data: { previousId } })
    await follow(again, ran.verificationId)
    await follow(third, again.verificationId)
    for (const one of [asker, first, second]) {
      expect((await readReview(third.id, one.actor)).blocked).toBe('four_eyes_requester')
      expect(await refusalOf(decide(third, one))).toBe('403 four_eyes')
      await expect(plant(third, one)).rejects.toThrow('four eyes')
    }
    expect(await refusalOf(decide(third, await insertPerson('reviewer')))).toBe('done')
  })

  it('requires two different people when the policy asks for two', async () => {
    await under('two_to_approve')
    const review = await createReview(asker.actor)
    expect((await decide(review, first)).state).toBe('second_approval')
    expect(await refusalOf(decide(review, first))).toBe('403 four_eyes')
    expect((await decide(review, second)).state).toBe('approved')
  })

  it('requires one person to reject when two must approve', async () => {
    await under('two_to_approve')
    const review = await createReview(asker.actor)
    expect((await decide(review, first, no)).state).toBe('rejected')
  })
})

describe('decisions on hosts whose clocks differ', () => {
  const aheadBy = (seconds: number) =>
    vi.useFakeTimers({ toFake: ['Date'], now: performance.timeOrigin + performance.now() + seconds * 1_000 })
  afterEach(() => void vi.useRealTimers())

  it('count in the order in which they were made: an approval before an escalation is spent', async () => {
    await under('two_to_approve')
    const review = await createReview(asker.actor)
    aheadBy(60)
    expect((await decide(review, first)).state).toBe('second_approval')
    vi.useRealTimers()
    expect((await decide(review, second, escalate)).state).toBe('escalated')
    expect((await decide(review, await insertPerson('reviewer'))).state).toBe('second_approval')
  })

  it('come after a claim and a note that were made before them', async () => {
    const review = await createReview(asker.actor)
    aheadBy(60)
    await claimReview(review.id, first.actor)
    await addNote(review.id, 'Asked the payee.', first)
    vi.useRealTimers()
    await decide(review, first, no)
    const { timeline } = await readReview(review.id, first.actor)
    expect(timeline.slice(0, 3).map(({ kind }) => kind)).toEqual(['reject', 'note', 'claimed'])
  })

  it('are undone by who made the last one', async () => {
    await under('two_to_approve')
    const review = await createReview(asker.actor)
    aheadBy(600)
    await decide(review, first)
    vi.useRealTimers()
    await decide(review, second, escalate)
    expect(await refusalOf(undoDecision(review.id, first))).toBe('409 undo_too_late')
    aheadBy(600)
    expect(await refusalOf(undoDecision(review.id, second))).toBe('done')
  })
})

describe('a decision', () => {
  it('is recorded once when two people press at the same moment', async () => {
    const review = await createReview(asker.actor)
    const answers = await Promise.all([refusalOf(decide(review, first)), refusalOf(decide(review, second))])
    expect(answers.sort()).toEqual(['409 already_decided', 'done'])
  })

  it('is refused when the evidence has changed since it was on screen', async () => {
    const review = await createReview(asker.actor)
    expect(await refusalOf(decide({ ...review, evidenceHash: 'b'.repeat(64) }, first))).toBe(
      '409 evidence_changed',
    )
  })

  it('is written to the audit log without a name', async () => {
    const review = await createReview(asker.actor)
    await decide(review, first)
    const entry = await db().auditEntry.findFirstOrThrow({ where: { objectId: review.id } })
    expect(entry.action).toBe('review.approved')
    expect(JSON.stringify(entry.details)).not.toContain('Dupond')
  })

  it('can be undone by the same person, and the timeline keeps both entries', async () => {
    const review = await createReview(asker.actor)
    await decide(review, first)
    expect(await refusalOf(undoDecision(review.id, second))).toBe('409 undo_too_late')
    expect((await undoDecision(review.id, first)).state).toBe('todo')
    const kinds = await db().decision.findMany({
      where: { reviewId: review.id },
      orderBy: { createdAt: 'asc' },
    })
    expect(kinds.map(({ kind }) => kind)).toEqual(['approve', 'undo'])
    expect((await decide(review, first, no)).state).toBe('rejected')
  })

  it('can’t be undone once a newer check has replaced the item', async () => {
    await under('two_to_approve')
    const review = await createReview(asker.actor)
    await decide(review, first)
    await db().review.update({ where: { id: review.id }, data: { state: 'superseded' } })
    expect(await refusalOf(undoDecision(review.id, first))).toBe('409 undo_too_late')
  })

  it('can be reopened later with a reason', async () => {
    const review = await createReview(asker.actor)
    await decide(review, first)
    expect((await readReview(review.id, asker.actor)).reopenBlocked).toBe('four_eyes_requester')
    expect(await refusalOf(reopenReview(review.id, 'Mine', asker))).toBe('403 four_eyes')
    expect((await readReview(review.id, second.actor)).reopenBlocked).toBeNull()
    expect((await reopenReview(review.id, 'New document', second)).state).toBe('todo')
    expect(await refusalOf(reopenReview(review.id, 'Again', second))).toBe('409 not_decided')
  })
})

describe('a claim', () => {
  it('keeps other reviewers out until it is released', async () => {
    const review = await createReview(asker.actor)
    await claimReview(review.id, first.actor)
    expect(await refusalOf(claimReview(review.id, second.actor))).toBe('409 claimed_by_other')
    expect(await refusalOf(decide(review, second))).toBe('409 claimed_by_other')
    expect(await refusalOf(releaseReview(review.id, second.actor))).toBe('409 not_claimed')
    expect(await refusalOf(decide(review, second))).toBe('409 claimed_by_other')
    await releaseReview(review.id, first.actor)
    expect(await refusalOf(decide(review, second))).toBe('done')
  })

  it('can be taken over with a reason; the audit log has both people, and only the timeline has the reason', async () => {
    const review = await createReview(asker.actor)
    const take = (person: Person) => takeOver(review.id, 'Marta is at lunch', person)
    expect(await refusalOf(take(second))).toBe('409 not_claimed')
    await claimReview(review.id, first.actor)
    expect(await refusalOf(take(asker))).toBe('403 four_eyes')
    await take(second)
    expect(await refusalOf(decide(review, first))).toBe('409 claimed_by_other')
    const entry = await db().auditEntry.findFirstOrThrow({ where: { objectId: review.id } })
    expect(entry).toMatchObject({ action: 'review.taken_over', actorId: second.actor.id })
    expect(entry.details).toEqual({ from: first.actor.id })
    const { timeline } = await readReview(review.id, first.actor)
    expect(timeline.map(({ kind }) => kind).slice(0, 2)).toEqual(['taken_over', 'claimed'])
    expect(timeline[0]?.note).toBe('Marta is at lunch')
  })

  it('is one event, however often it is renewed', async () => {
    const review = await createReview(asker.actor)
    await claimReview(review.id, first.actor)
    await claimReview(review.id, first.actor)
    expect(await db().reviewEvent.count({ where: { reviewId: review.id } })).toBe(1)
  })

  it('is possible however often the item was claimed, but only two hundred claims and take-overs are kept', async () => {
    const { id } = await createReview(asker.actor)
    const claimers = [first, second].map(({ actor }) => actor.id)
    for (const kind of ['claimed', 'taken_over'] as const)
      await db().reviewEvent.createMany({
        data: Array.from({ length: 199 }, (_, n) => ({ reviewId: id, kind, byId: claimers[n % 2] ?? '' })),
      })
    for (let n = 0; n < 2; n++) {
      await claimReview(id, first.actor)
      await releaseReview(id, first.actor)
    }
    await claimReview(id, first.actor)
    await takeOver(id, 'Lunch', second)
    expect(await refusalOf(takeOver(id, 'Back', first))).toBe('409 too_many_take_overs')
    const kinds = await db().reviewEvent.groupBy({ by: ['kind'], where: { reviewId: id }, _count: true })
    expect(kinds.map(({ _count }) => _count)).toEqual([200, 200])
  })

  it.each([
    ['the last session', { sessions: { updateMany: { where: {}, data: { revokedAt: new Date() } } } }],
    ['the role', { roles: ['analyst' as const] }],
  ])('ends with %s of the reviewer, and open pages hear of it', async (_, data) => {
    const review = await createReview(asker.actor)
    const { actor } = await insertPerson('reviewer')
    const sid = await openSession(actor.id)
    await claimReview(review.id, actor)
    await closeSession(sid)
    expect(await refusalOf(claimReview(review.id, second.actor))).toBe('409 claimed_by_other')
    await hub().ready
    const heard = vi.fn()
    hub().events.on('notice', heard)
    await db().user.update({ where: { id: actor.id }, data })
    await expect.poll(() => heard.mock.calls).toContainEqual([{ topic: 'review', environment: 'live' }])
    expect(await refusalOf(claimReview(review.id, second.actor))).toBe('done')
  })

  it('expires', async () => {
    const review = await createReview(asker.actor)
    await claimReview(review.id, first.actor)
    await db()
      .$executeRaw`update reviews set claimed_until = now() - interval '1 second' where id = ${review.id}::uuid`
    expect(await refusalOf(claimReview(review.id, second.actor))).toBe('done')
  })
})

describe('the queue', () => {
  it('shows reviewers every item and analysts only their own', async () => {
    const analyst = await insertPerson()
    const own = await createReview(analyst.actor)
    const all = await searchReviews(queueInput.parse({ size: 100 }), first.actor)
    const mine = await searchReviews(queueInput.parse({}), analyst.actor)
    expect(all.items.map(({ id }) => id)).toContain(own.id)
    expect(all.items.length).toBeGreaterThan(1)
    expect(mine.items.map(({ id }) => id)).toEqual([own.id])
    expect(mine.counts.todo).toBe(1)
  })

  it('pages without losing or repeating an item', async () => {
    const analyst = await insertPerson()
    for (let i = 0; i < 5; i++) await createReview(analyst.actor)
    const seen: string[] = []
    let after: string | undefined
    do {
      const page = await searchReviews(queueInput.parse({ size: 2, ...(after && { after }) }), analyst.actor)
      seen.push(...page.items.map(({ id }) => id))
      after = page.nextCursor ?? undefined
    } while (after)
    expect(seen).toHaveLength(5)
    expect(new Set(seen).size).toBe(5)
  })

  it('closes an undecided item when a re-check is answered, and keeps a decided one', async () => {
    const open = await createReview(asker.actor)
    const decided = await createReview(asker.actor)
    await decide(decided, first)
    for (const old of [open, decided]) {
      const again = await createReview(asker.actor)
      await db().verification.update({
        where: { id: again.verificationId },
        data: { previousId: old.verificationId },
      })
      await db().$transaction((tx) => openReviews(tx, [again.verificationId]))
    }
    expect((await db().review.findUniqueOrThrow({ where: { id: open.id } })).state).toBe('superseded')
    expect((await db().review.findUniqueOrThrow({ where: { id: decided.id } })).state).toBe('approved')
  })
})
