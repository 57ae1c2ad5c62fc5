import { beforeEach, describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { actsWaiting, lockAuditLog } from '@/lib/platform/testing/locks'
import { claimReview } from '@/lib/reviews/decision/claim.server'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { undoDecision } from '@/lib/reviews/decision/undo.server'
import { policySetting, readMemoryMonths, readPolicy } from '@/lib/reviews/load.server'
import { changeReviewSettings, createRule, deleteRule, updateRule } from '@/lib/reviews/rules/change.server'
import { decideByRules } from '@/lib/reviews/rules/decide.server'
import { ruleInputOf } from '@/lib/reviews/rules/input-of'
import { listRules } from '@/lib/reviews/rules/queries.server'
import { ruleInput } from '@/lib/reviews/rules/rules'
import { CALL_BACK, type CheckInput, createReview } from '@/lib/reviews/testing/fixtures'

const asker = await insertPerson()
const reviewer = await insertPerson('reviewer')
const admin = await insertPerson('admin')
beforeEach(async () => {
  await policySetting.save('one')
  for (const { id } of await listRules()) await deleteRule(id, admin.auditActor)
})

const rule = (input: object) => createRule(ruleInput.parse({ name: 'Test', ...input }), admin.auditActor)
const WRITING = { outcome: 'approve', differenceTypes: ['capital_letters', 'punctuation'] } as const
/** An item that the rule approves, of names of its own. */
let items = 0
const waiting = () => {
  const name = `Oskar Weiss ${++items}`
  return createReview(asker.actor, { names: [name.toLowerCase(), name] })
}
const again = (id: string) => db().review.findUniqueOrThrow({ where: { id }, include: { decisions: true } })
type Item = { id: string; evidenceHash: string }
const decide = (
  { id, evidenceHash }: Item,
  decision: 'approve' | 'escalate',
  reason: 'spelling_or_accent' | 'other',
) => decideReview(id, { decision, reason, note: 'Look', evidenceHash }, reviewer)

describe('an item that waits for a rule', () => {
  it('is decided by no rule once a person has decided it, even if they undo that', async () => {
    await rule(WRITING)
    const [escalated, undone] = [await waiting(), await waiting()]
    expect(await again(escalated.id)).toMatchObject({ state: 'todo', awaitsRule: true })
    for (const item of [escalated, undone]) await decide(item, 'escalate', 'other')
    await undoDecision(undone.id, reviewer)
    expect(await decideByRules()).toBe(0)
    expect([(await again(escalated.id)).state, (await again(undone.id)).state]).toEqual(['escalated', 'todo'])
  })

  it('is decided by it once the claim of a person has expired', async () => {
    await rule(WRITING)
    const { id } = await waiting()
    await claimReview(id, reviewer.actor)
    await db()
      .$executeRaw`update reviews set claimed_until = now() - interval '1 second' where id = ${id}::uuid`
    expect(await decideByRules()).toBe(1)
    expect((await again(id)).state).toBe('approved')
  })

  it('is left to people if the rule has changed, and now approves only differences in spelling', async () => {
    const pair: CheckInput = { names: ['Anna Lind', 'Anna Lindh'], iban: 'SE4550000000058398257466' }
    await decide(await createReview(asker.actor, pair), 'approve', 'spelling_or_accent')
    const made = await rule({ outcome: 'repeat' })
    const { id } = await createReview(asker.actor, pair)
    expect(await again(id)).toMatchObject({ awaitsRule: true })
    const input = ruleInputOf(made)
    await updateRule(
      made.id,
      { ...input, ...ruleInput.parse({ name: 'Test', ...WRITING }), before: input },
      admin.auditActor,
    )
    expect(await decideByRules()).toBe(0)
    expect(await again(id)).toMatchObject({ state: 'todo', awaitsRule: false })
  })
  it('is no item without the bank’s name, whatever people approved before', async () => {
    const denied = { result: 'no_match', names: ['Nora Berg', ''], iban: 'NO9386011117947' } as const
    const pair: CheckInput = { ...denied, names: [...denied.names] }
    const { id: first, evidenceHash } = await createReview(asker.actor, pair)
    const call = { reason: 'confirmed_with_payee', callBack: CALL_BACK } as const
    await decideReview(first, { decision: 'approve', evidenceHash, ...call }, reviewer)
    await rule({ outcome: 'repeat' })
    const { id } = await createReview(asker.actor, pair)
    expect(await again(id)).toMatchObject({ state: 'todo', awaitsRule: false })
  })
})

const SETTINGS = { policy: 'one', memoryMonths: 12, askReason: false } as const

it('a decision that is made while two people are required waits for that, and needs the second', async () => {
  const item = await createReview(asker.actor)
  const outcomes = await actsWaiting(lockAuditLog, [
    () => changeReviewSettings({ policy: 'two', before: SETTINGS }, admin.auditActor),
    () => decide(item, 'approve', 'spelling_or_accent'),
  ])
  expect(outcomes).toEqual(['done', 'done'])
  expect((await again(item.id)).state).toBe('second_approval')
})

it('of two admins who change the settings at once, the second is shown what the first has stored', async () => {
  await policySetting.save('one')
  const outcomes = await actsWaiting(lockAuditLog, [
    () => changeReviewSettings({ policy: 'two', before: SETTINGS }, admin.auditActor),
    () => changeReviewSettings({ memoryMonths: 6, before: SETTINGS }, admin.auditActor),
  ])
  expect(outcomes).toEqual(['done', 'setting_changed'])
  expect([await readPolicy(), await readMemoryMonths()]).toEqual(['two', 12])
})
