import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { reopenReview, undoDecision } from '@/lib/reviews/decision/undo.server'
import { policySetting } from '@/lib/reviews/load.server'
import { createRule } from '@/lib/reviews/rules/change.server'
import { decideByRules } from '@/lib/reviews/rules/decide.server'
import { openReviews } from '@/lib/reviews/rules/open.server'
import { ruleInput } from '@/lib/reviews/rules/rules'
import { type CheckInput, createAnsweredCheck, createReview } from '@/lib/reviews/testing/fixtures'

let pair: CheckInput
const asker = await insertPerson()
const first = await insertPerson('reviewer')
const second = await insertPerson('reviewer')
await policySetting.save('one')
const { auditActor } = await insertPerson('admin')
await createRule(ruleInput.parse({ name: 'Repeat', outcome: 'repeat' }), auditActor)
const writing = { outcome: 'approve', differenceTypes: ['capital_letters'] }
await createRule(ruleInput.parse({ name: 'Writing', ...writing }), auditActor)

type Item = { id: string; evidenceHash: string }
const decide = ({ id, evidenceHash }: Item, choice: object, by = first) =>
  decideReview(id, { ...APPROVE, ...choice, evidenceHash }, by)
const APPROVE = { decision: 'approve', reason: 'spelling_or_accent' } as const
const ESCALATE = { decision: 'escalate', reason: 'suspected_fraud' } as const
const stateOf = async ({ id }: Item) => (await db().review.findUniqueOrThrow({ where: { id } })).state

/** Two items with the same names. Both are open before one is decided, so no rule waits for the other. */
async function twoItems(): Promise<[Item, Item]> {
  const items = [await createReview(asker.actor, pair), await createReview(asker.actor, pair)] as const
  await decide(items[0], {})
  return [...items]
}

describe('an earlier approval', () => {
  beforeEach(() => {
    pair = { names: ['Anna Lind', 'Anna Lindh'], iban: `SE${randomUUID()}` }
  })

  it('is not repeated by a rule while somebody has doubts about the same names', async () => {
    const [, doubted] = await twoItems()
    await decide(doubted, ESCALATE)
    const next = await createReview(asker.actor, pair)
    expect([await decideByRules(), await stateOf(next)]).toEqual([0, 'todo'])
    await undoDecision(doubted.id, first)
    const later = await createReview(asker.actor, pair)
    expect([await decideByRules(), await stateOf(later)]).toEqual([1, 'approved'])
  })

  it('is not repeated after doubts that a host with a slower clock recorded', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    const [, doubted] = await twoItems().finally(() => vi.useRealTimers())
    await decide(doubted, ESCALATE)
    const next = await createReview(asker.actor, pair)
    expect([await decideByRules(), await stateOf(next)]).toEqual([0, 'todo'])
  })

  it('is not repeated for a check that its sender ran again because of the doubts', async () => {
    const [, doubted] = await twoItems()
    await decide(doubted, ESCALATE)
    const { verificationId: previousId } = await db().review.findUniqueOrThrow({ where: { id: doubted.id } })
    const again = await createAnsweredCheck(asker.actor, pair)
    await db().verification.update({ where: { id: again }, data: { previousId } })
    await db().$transaction((tx) => openReviews(tx, [again]))
    expect([await stateOf(doubted), await decideByRules()]).toEqual(['superseded', 0])
  })

  it('is not repeated once somebody reopened a repetition, until people decide again', async () => {
    await twoItems()
    const repeated = await createReview(asker.actor, pair)
    expect([await decideByRules(), await stateOf(repeated)]).toEqual([1, 'approved'])
    await reopenReview(repeated.id, 'The invoice looks wrong', first)
    await createReview(asker.actor, pair)
    expect(await decideByRules()).toBe(0)
    await decide(repeated, {}, second)
    const later = await createReview(asker.actor, pair)
    expect([await decideByRules(), await stateOf(later)]).toEqual([1, 'approved'])
  })
})

describe('another spelling of the same name', () => {
  it('is not approved by a rule while the last decision by people about it is a rejection', async () => {
    pair = { names: ['anna lind', 'Anna Lind'], iban: `SE${randomUUID()}` }
    const item = await createReview(asker.actor, pair)
    expect([await decideByRules(), await stateOf(item)]).toEqual([1, 'approved'])
    await reopenReview(item.id, 'The invoice looks wrong', first)
    const meanwhile = await createReview(asker.actor, pair)
    expect([await decideByRules(), await stateOf(meanwhile)]).toEqual([0, 'todo'])
    await decide(item, { decision: 'reject', reason: 'suspected_fraud' })
    const again = await createReview(asker.actor, pair)
    expect([await decideByRules(), await stateOf(again)]).toEqual([0, 'todo'])
    await decide(again, {}, second)
    const later = await createReview(asker.actor, pair)
    expect([await decideByRules(), await stateOf(later)]).toEqual([1, 'approved'])
  })
})
