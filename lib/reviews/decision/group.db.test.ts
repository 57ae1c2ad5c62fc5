import { beforeEach, describe, expect, it } from 'vitest'
import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { claimReview } from '@/lib/reviews/decision/claim.server'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { decideGroup, undoGroup } from '@/lib/reviews/decision/group.server'
import { groupInput, groupUndoInput } from '@/lib/reviews/decision/schema'
import { undoDecision } from '@/lib/reviews/decision/undo.server'
import { policySetting } from '@/lib/reviews/load.server'
import { createReview } from '@/lib/reviews/testing/fixtures'

const asker = await insertPerson('analyst', 'reviewer')
const first = await insertPerson('reviewer')
const second = await insertPerson('reviewer')
beforeEach(() => policySetting.save('one'))

type Item = { id: string; evidenceHash: string }
const format = () => createReview(asker.actor, { names: ['oskar weiss', 'Oskar Weiss'] })
const approve = (items: Item[], by: Person = first) =>
  decideGroup(
    groupInput.parse({
      decision: 'approve',
      reason: 'spelling_or_accent',
      items: items.map(({ id, evidenceHash }) => ({ id, evidenceHash })),
    }),
    by,
  )
const stateOf = async ({ id }: Pick<Item, 'id'>) =>
  (await db().review.findUniqueOrThrow({ where: { id } })).state
const many = (count: number) => Promise.all(Array.from({ length: count }, format))

describe('a group decision', () => {
  it('approves all items together, with a decision and an audit entry for each', async () => {
    const items = await many(6)
    const before = await db().auditEntry.count()
    await approve(items)
    expect(await Promise.all(items.map(stateOf))).toEqual(Array(6).fill('approved'))
    const ids = items.map(({ id }) => id)
    expect(await db().decision.count({ where: { reviewId: { in: ids }, decidedById: first.actor.id } })).toBe(
      6,
    )
    const entries = await db().auditEntry.findMany({
      where: { action: 'review.approved', objectId: { in: ids } },
    })
    expect(new Set(entries.map(({ objectId }) => objectId)).size).toBe(6)
    expect(await db().auditEntry.count()).toBe(before + 6)
  })

  it.each([
    ['spelling', { names: ['Jean Dupond', 'Jean Dupont'] }],
    ['a missing name', { names: ['Jean Dupont', 'Jean Michel Dupont'] }],
    ['another legal form', { names: ['Acme GmbH', 'Acme AG'] }],
    ['no match', { result: 'no_match' }],
    ['not verifiable', { result: 'account_not_verifiable' }],
  ] as const)('with %s in it is refused whole and names that item', async (_, doubt) => {
    const good = await format()
    const bad = await createReview(asker.actor, {
      ...doubt,
      names: 'names' in doubt ? [...doubt.names] : undefined,
    })
    await expect(approve([good, bad])).rejects.toMatchObject({
      status: 422,
      code: 'group_not_allowed',
      errors: [expect.objectContaining({ path: 'items.1' })],
    })
    expect(await stateOf(good)).toBe('todo')
  })

  it('rejects items of one result together, and changes nothing when the results differ', async () => {
    const reject = (items: Item[]) => {
      const body = { decision: 'reject', reason: 'suspected_fraud', items: items.map(sent) }
      return decideGroup(groupInput.parse(body), first)
    }
    const sent = ({ id, evidenceHash }: Item) => ({ id, evidenceHash })
    const denied = await Promise.all([1, 2].map(() => createReview(asker.actor, 'no_match')))
    const close = await format()
    await expect(reject([...denied, close])).rejects.toMatchObject({
      status: 422,
      code: 'group_not_allowed',
      errors: [expect.objectContaining({ path: 'items.2' })],
    })
    await reject(denied)
    expect(await Promise.all([...denied, close].map(stateOf))).toEqual(['rejected', 'rejected', 'todo'])
  })

  it('changes nothing when an item was decided in the meantime, and names that item', async () => {
    const items = await many(3)
    await approve(items.slice(1, 2), second)
    await expect(approve(items)).rejects.toMatchObject({
      code: 'group_refused',
      errors: [expect.objectContaining({ path: 'items.1', code: 'already_decided' })],
    })
    expect(await Promise.all(items.map(stateOf))).toEqual(['todo', 'approved', 'todo'])
    expect(await db().decision.count({ where: { reviewId: items[0]?.id } })).toBe(0)
  })

  it('checks four eyes, evidence and claims for each item', async () => {
    const item = await format()
    expect(await refusalOf(approve([item], asker))).toBe('409 group_refused')
    expect(await refusalOf(approve([{ ...item, evidenceHash: 'b'.repeat(64) }]))).toBe('409 group_refused')
    await claimReview(item.id, second.actor)
    expect(await refusalOf(approve([item]))).toBe('409 group_refused')
    expect(await stateOf(item)).toBe('todo')
  })

  it('is the first of two approvals where two are needed', async () => {
    await policySetting.save('two_to_approve')
    const items = await many(2)
    await approve(items)
    expect(await Promise.all(items.map(stateOf))).toEqual(['second_approval', 'second_approval'])
    expect(await refusalOf(approve(items))).toBe('409 group_refused')
    await approve(items, second)
    expect(await Promise.all(items.map(stateOf))).toEqual(['approved', 'approved'])
  })

  it('of two people at once decides every item once, without a deadlock', async () => {
    const items = await many(10)
    const answers = await Promise.all([
      refusalOf(approve(items)),
      refusalOf(approve([...items].reverse(), second)),
    ])
    expect(answers.sort()).toEqual(['409 group_refused', 'done'])
    expect(await db().decision.count({ where: { reviewId: { in: items.map(({ id }) => id) } } })).toBe(10)
  })

  describe('that is undone', () => {
    const undo = (items: { id: string; decisionId: string }[], by: Person = first) =>
      undoGroup(groupUndoInput.parse({ items: items.map(({ id, decisionId }) => ({ id, decisionId })) }), by)
    const approved = async (count: number) => (await approve(await many(count))).items
    const undone = (items: Item['id'][]) =>
      db().auditEntry.count({ where: { action: 'review.undone', objectId: { in: items } } })

    it('reopens every item in one step; each keeps both entries and gets its own audit entry', async () => {
      const items = await approved(3)
      const ids = items.map(({ id }) => id)
      expect((await undo(items)).items).toEqual(ids.map((id) => ({ id, state: 'todo' })))
      expect(
        await Promise.all(items.map((item) => db().decision.count({ where: { reviewId: item.id } }))),
      ).toEqual([2, 2, 2])
      expect(await undone(ids)).toBe(3)
      const entry = await db().auditEntry.findFirstOrThrow({
        where: { action: 'review.undone', objectId: ids[0] },
      })
      expect(entry.details).toMatchObject({ together: 3, state: 'todo' })
    })

    it('changes nothing when one of its decisions can no longer be undone, and names that item', async () => {
      const items = await approved(3)
      await db().decision.updateMany({
        where: { reviewId: items[1]?.id },
        data: { createdAt: new Date(Date.now() - 6 * 60_000) },
      })
      await expect(undo(items)).rejects.toMatchObject({
        status: 409,
        code: 'group_refused',
        errors: [expect.objectContaining({ path: 'items.1', code: 'undo_too_late' })],
      })
      expect(await Promise.all(items.map(stateOf))).toEqual(Array(3).fill('approved'))
      expect(await undone(items.map(({ id }) => id))).toBe(0)
    })

    it('undoes only its own decisions, never a later one or somebody else’s', async () => {
      const items = await approved(2)
      const [one] = items as [(typeof items)[number]]
      expect(await refusalOf(undo(items, second))).toBe('409 group_refused')
      await undoDecision(one.id, first)
      const { evidenceHash } = await db().review.findUniqueOrThrow({ where: { id: one.id } })
      const no = { decision: 'reject', reason: 'different_person', evidenceHash: evidenceHash ?? '' } as const
      await decideReview(one.id, no, first)
      expect(await refusalOf(undo(items))).toBe('409 group_refused')
      expect((await db().review.findUniqueOrThrow({ where: { id: one.id } })).state).toBe('rejected')
    })

    it('is undone once when two requests arrive together', async () => {
      const items = await approved(4)
      const answers = await Promise.all([refusalOf(undo(items)), refusalOf(undo([...items].reverse()))])
      expect(answers.sort()).toEqual(['409 group_refused', 'done'])
      expect(await undone(items.map(({ id }) => id))).toBe(4)
    })
  })

  it('takes at most 25 items, each once, and no escalation', () => {
    const item = { id: '0b6b4e5e-6f0f-4d0e-9d4b-2d8f6a3f9a10', evidenceHash: 'a'.repeat(64) }
    const other = (n: number) => ({ ...item, id: item.id.slice(0, -2) + String(n + 10) })
    const group = (items: Item[], decision = 'approve') =>
      groupInput.safeParse({ decision, reason: 'spelling_or_accent', items }).success
    expect(group(Array.from({ length: 25 }, (_, n) => other(n)))).toBe(true)
    expect(group(Array.from({ length: 26 }, (_, n) => other(n)))).toBe(false)
    expect(group([item, item])).toBe(false)
    expect(group([item], 'escalate')).toBe(false)
  })
})
