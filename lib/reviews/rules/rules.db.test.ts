import { beforeEach, describe, expect, it } from 'vitest'
import { insertPerson } from '@/lib/auth/testing/people'
import { db } from '@/lib/platform/db.server'
import { refusalOf } from '@/lib/platform/testing/refusals'
import { claimReview } from '@/lib/reviews/decision/claim.server'
import { decideReview } from '@/lib/reviews/decision/decide.server'
import { reopenReview } from '@/lib/reviews/decision/undo.server'
import { readReview } from '@/lib/reviews/item/item.server'
import { memorySetting, policySetting } from '@/lib/reviews/load.server'
import { searchReviews } from '@/lib/reviews/queue/queue.server'
import { queueInput } from '@/lib/reviews/queue/schema'
import { createRule, deleteRule, orderRules, updateRule } from '@/lib/reviews/rules/change.server'
import { decideByRules } from '@/lib/reviews/rules/decide.server'
import { ruleInputOf } from '@/lib/reviews/rules/input-of'
import { openReviews } from '@/lib/reviews/rules/open.server'
import { listRules, previewRules } from '@/lib/reviews/rules/queries.server'
import { type Rule, ruleInput } from '@/lib/reviews/rules/rules'
import { type CheckInput, createAnsweredCheck, createReview } from '@/lib/reviews/testing/fixtures'

const asker = await insertPerson('analyst', 'reviewer')
const reviewer = await insertPerson('reviewer')
const admin = await insertPerson('admin')
beforeEach(async () => {
  await policySetting.save('one')
  for (const rule of await listRules())
    if (rule.name.startsWith('Test')) await deleteRule(rule.id, admin.auditActor)
})

const rule = (input: object) => createRule(ruleInput.parse({ name: 'Test', ...input }), admin.auditActor)
const turnOff = (made: Rule, before = made) =>
  updateRule(made.id, { ...ruleInputOf(made), enabled: false, before: ruleInputOf(before) }, admin.auditActor)
const WRITING = { outcome: 'approve', differenceTypes: ['capital_letters', 'punctuation'] } as const
const CAPITALS: CheckInput = { names: ['oskar weiss', 'Oskar Weiss'] }
const open = async (doubt: CheckInput = {}) => {
  const id = await createAnsweredCheck(asker.actor, doubt)
  await db().$transaction((tx) => openReviews(tx, [id]))
  return db().review.findUnique({ where: { verificationId: id }, include: { decisions: true } })
}
const again = (id: string) => db().review.findUniqueOrThrow({ where: { id }, include: { decisions: true } })

describe('a rule created by an admin', () => {
  it('is in the audit log by its codes, without the words the admin typed', async () => {
    const { id } = await rule({
      name: 'Test of Jean Dupont',
      referencePattern: 'DUPONT-*',
      outcome: 'priority',
    })
    const entry = await db().auditEntry.findFirstOrThrow({ where: { objectId: id } })
    expect(entry.details).toMatchObject({ after: { outcome: 'priority', referencePattern: true } })
    expect(JSON.stringify(entry.details)).not.toMatch(/dupont/i)
  })
})

describe('the default rules', () => {
  it('send close match, no match and not verifiable to people, and decide nothing', async () => {
    for (const result of ['close_match', 'no_match', 'account_not_verifiable'] as const)
      expect(await open({ result })).toMatchObject({
        state: 'todo',
        rank: 1,
        policy: null,
        awaitsRule: false,
      })
    expect(await open(CAPITALS)).toMatchObject({ state: 'todo', awaitsRule: false })
    expect(await decideByRules()).toBe(0)
  })
})

describe('a rule', () => {
  it('that approves accepts only differences in spelling, and the decision is logged as the rule’s', async () => {
    const { id } = await rule(WRITING)
    const capitals = await open(CAPITALS)
    const spelling = await open({ names: ['oskar weis', 'Oskar Weiss'] })
    expect(spelling).toMatchObject({ awaitsRule: false })
    expect(await decideByRules()).toBe(1)
    const decided = await again(capitals?.id ?? '')
    expect(decided).toMatchObject({ state: 'approved', awaitsRule: false })
    expect(decided.decisions).toMatchObject([{ ruleId: id, decidedById: null, kind: 'approve' }])
    expect((await again(spelling?.id ?? '')).state).toBe('todo')
    const entry = await db().auditEntry.findFirstOrThrow({ where: { objectId: decided.id } })
    expect(entry).toMatchObject({ action: 'review.approved', actorKind: 'rule', actorId: null })
    expect(entry.details).toMatchObject({ ruleId: id })
  })

  it('that would approve anything else is refused by the schema and by the database', async () => {
    const more = { name: 'Test', outcome: 'approve', differenceTypes: ['spelling'] }
    expect(ruleInput.safeParse(more).success).toBe(false)
    expect(ruleInput.safeParse({ ...more, differenceTypes: [] }).success).toBe(false)
    const create = db().reviewRule.create({
      data: { name: 'Test', position: 99, outcome: 'approve', differenceTypes: ['spelling'] },
    })
    await expect(create).rejects.toThrow('review_rules_approve_format')
  })

  it('decides neither claimed nor reopened items', async () => {
    await rule(WRITING)
    const held = await open(CAPITALS)
    await claimReview(held?.id ?? '', reviewer.actor)
    const decided = await open({ names: ['look again', 'Look Again'] })
    expect(await decideByRules()).toBe(1)
    expect((await again(held?.id ?? '')).state).toBe('todo')
    await reopenReview(decided?.id ?? '', 'Look again', reviewer)
    expect(await decideByRules()).toBe(0)
    expect((await again(decided?.id ?? '')).state).toBe('todo')
  })

  it('that was switched off in the meantime decides nothing', async () => {
    const made = await rule(WRITING)
    const item = await open(CAPITALS)
    await turnOff(made)
    expect(await decideByRules()).toBe(0)
    expect(await again(item?.id ?? '')).toMatchObject({ state: 'todo', awaitsRule: false })
  })

  it('can’t be changed by somebody who saw an older version', async () => {
    const made = await rule(WRITING)
    const { id, position, ...input } = made
    const changed = await updateRule(id, { ...input, countries: ['NL'], before: input }, admin.auditActor)
    expect(await refusalOf(turnOff(made))).toBe('409 rules_changed')
    expect((await listRules()).find((each) => each.id === id)).toEqual({ ...changed, position })
    expect(await turnOff(changed)).toMatchObject({ enabled: false, countries: ['NL'] })
  })

  it('announces the items that it leaves to people', async () => {
    const hook = { url: 'https://x.example', secretCipher: new Uint8Array(), createdById: admin.actor.id }
    const { id } = await db().webhook.create({ data: { ...hook, events: ['review.created'] } })
    const announced = async () =>
      (await db().webhookDelivery.findMany({ where: { webhookId: id } })).flatMap(({ payload }) =>
        (JSON.parse(payload) as { reviews: { id: string }[] }).reviews.map((review) => review.id),
      )
    const made = await rule(WRITING)
    const left = await open(CAPITALS)
    await turnOff(made)
    expect(await announced()).toEqual([])
    expect(await decideByRules()).toBe(0)
    expect(await announced()).toEqual([left?.id])
  })

  it('decides each item once, however many workers run at the same moment', async () => {
    await rule(WRITING)
    const items = await Promise.all(Array.from({ length: 20 }, () => open(CAPITALS)))
    const counts = await Promise.all([decideByRules(), decideByRules(), decideByRules()])
    expect(counts.reduce((a, b) => a + b)).toBe(20)
    const ids = items.map((item) => item?.id ?? '')
    expect(await db().decision.count({ where: { reviewId: { in: ids } } })).toBe(20)
  })

  it.each([
    ['country', { countries: ['DE'] }, { country: 'DE' }, { country: 'FR' }],
    ['source', { sources: ['bulk'] }, { source: 'bulk' }, { source: 'single' }],
    ['result', { results: ['no_match'] }, { result: 'no_match' }, { result: 'close_match' }],
    ['reference', { referencePattern: 'VEN_*' }, { reference: 'ven_77' }, { reference: 'VENX77' }],
    ['no reference', { referencePattern: '*1' }, { reference: 'A1' }, {}],
    ['difference', { differenceTypes: ['spelling'] }, {}, CAPITALS],
  ] as [string, object, CheckInput, CheckInput][])('asks for the %s', async (_, conditions, fits, other) => {
    await rule({ outcome: 'keep_out', ...conditions })
    expect(await open(fits)).toBeNull()
    expect(await open(other)).not.toBeNull()
  })

  it('that keeps out must match all differences; one that sets priority must match one', async () => {
    const two: CheckInput = { names: ['jean dupond', 'Jean Dupont'] }
    await rule({ outcome: 'keep_out', differenceTypes: ['spelling'] })
    expect(await open(two)).not.toBeNull()
    await rule({ outcome: 'priority', differenceTypes: ['spelling'] })
    expect((await open(two))?.rank).toBe(0)
  })

  it('at the top of the list applies first', async () => {
    const keep = await rule({ outcome: 'keep_out', results: ['no_match'] })
    const first = await rule({ outcome: 'priority', results: ['no_match'] })
    expect((await open({ result: 'no_match' }))?.rank).toBe(0)
    const ids = (await listRules()).map(({ id }) => id)
    expect(ids.slice(0, 2)).toEqual([first.id, keep.id])
    await orderRules({ ids: [keep.id, first.id, ...ids.slice(2)], before: ids }, admin.auditActor)
    expect(await open({ result: 'no_match' })).toBeNull()
    const now = (await listRules()).map(({ id }) => id)
    const arrange = (to: string[], before: string[]) =>
      refusalOf(orderRules({ ids: to, before }, admin.auditActor))
    expect(await arrange(ids, ids)).toBe('409 rules_changed')
    expect(await arrange([keep.id], now)).toBe('409 rules_changed')
    expect((await listRules()).map(({ position }) => position)).toEqual(ids.map((__, index) => index + 1))
  })

  it('puts priority items at the top of the queue, also across pages', async () => {
    const analyst = await insertPerson()
    const normal = await createReview(analyst.actor)
    await rule({ outcome: 'priority', countries: ['NL'] })
    const first = await createReview(analyst.actor, { country: 'NL' })
    const one = await searchReviews(queueInput.parse({ size: 1 }), analyst.actor)
    const two = await searchReviews(queueInput.parse({ size: 1, after: one.nextCursor }), analyst.actor)
    expect([...one.items, ...two.items].map(({ id }) => id)).toEqual([first.id, normal.id])
    expect(one.items[0]?.priority).toBe(true)
  })

  it('may require more or fewer people than the general policy', async () => {
    await rule({ outcome: 'review', policy: 'two_to_approve', countries: ['IT'] })
    const item = await createReview(asker.actor, { country: 'IT' })
    expect((await readReview(item.id, reviewer.actor)).policy).toBe('two_to_approve')
    const input = {
      decision: 'approve',
      reason: 'spelling_or_accent',
      evidenceHash: item.evidenceHash,
    } as const
    const { state } = await decideReview(item.id, input, reviewer)
    expect(state).toBe('second_approval')
  })
})

describe('a rule that repeats decisions', () => {
  const SAME: CheckInput = { names: ['Anna Lind', 'Anna Lindh'], iban: 'SE4550000000058398257466' }
  const decide = async (decision: 'approve' | 'reject', doubt: CheckInput = SAME) => {
    const item = await createReview(asker.actor, doubt)
    const reason = decision === 'approve' ? 'spelling_or_accent' : 'different_person'
    await decideReview(item.id, { decision, reason, evidenceHash: item.evidenceHash }, reviewer)
  }

  it('approves what people approved on the same names and IBAN, and nothing else', async () => {
    await decide('approve')
    await rule({ outcome: 'repeat' })
    const same = await open(SAME)
    const other = await open({ ...SAME, iban: 'FR7630006000011234567890189' })
    expect(await decideByRules()).toBe(1)
    const decided = await again(same?.id ?? '')
    expect(decided.decisions).toMatchObject([
      { decidedById: null, kind: 'approve', earlierId: expect.any(String) },
    ])
    expect((await again(other?.id ?? '')).state).toBe('todo')
  })

  it('never repeats a rejection, an old approval, or one by the person who ran this check', async () => {
    await rule({ outcome: 'repeat' })
    const own = await createAnsweredCheck(reviewer.actor, SAME)
    await db().$transaction((tx) => openReviews(tx, [own]))
    expect(await decideByRules()).toBe(0)
    await memorySetting.save(0)
    expect((await open(SAME))?.awaitsRule).toBe(false)
    await memorySetting.save(12)
    await decide('reject')
    expect((await open(SAME))?.awaitsRule).toBe(false)
  })
})

describe('the preview of rules', () => {
  it('counts what the rules would have done, and changes nothing', async () => {
    const before = await previewRules()
    for (let i = 0; i < 3; i++) await open(CAPITALS)
    await open({ result: 'no_match' })
    const saved = await previewRules()
    expect(saved.review - before.review).toBe(4)
    const written = ruleInput.parse({ ...WRITING, name: 'Test' })
    const drafts = [written, ...(await listRules()).map(({ id: _, position: __, ...each }) => each)]
    const draft = await previewRules(drafts)
    expect(draft.approve).toBeGreaterThanOrEqual(3)
    expect(draft.approve + draft.review).toBe(saved.review + saved.approve)
    expect(await previewRules()).toEqual(saved)
  })
})

describe('2,000 answers', () => {
  it('are added to the queue with a handful of statements', async () => {
    await rule(WRITING)
    await db().$executeRaw`
      insert into verifications (id, environment, source, iban, name, name_search, country, status, match_result, matched_name,
                                 comparison, evidence_hash, requested_by_id)
      select gen_random_uuid(), 'sandbox', 'bulk', 'DE' || n, 'anna ' || n, 'anna', 'DE', 'completed', 'close_match', 'Anna ' || n,
             '{"differences": [{"type": "capital_letters", "level": "format"}]}', repeat('c', 64), ${asker.actor.id}::uuid
        from generate_series(1, 2000) n`
    const ids = await db().verification.findMany({ where: { environment: 'sandbox' }, select: { id: true } })
    let statements = 0
    await db().$transaction((tx) => {
      const counting = new Proxy(tx, {
        get: (target, name) => {
          if (name === '$queryRaw' || name === '$executeRaw') statements++
          return Reflect.get(target, name)
        },
      })
      return openReviews(
        counting,
        ids.map(({ id }) => id),
      )
    })
    expect(statements).toBeLessThanOrEqual(4)
    let decided = 0
    for (let turn = 0; turn < 5; turn++) decided += await decideByRules()
    expect(decided).toBe(2000)
  })
})
