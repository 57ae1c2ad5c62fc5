import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { notifyLoosening } from '@/lib/audit/loosening-notice.server'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { db, type Tx, takeLocks } from '@/lib/platform/db.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { settingChanged } from '@/lib/platform/settings.server'
import { databaseNow } from '@/lib/platform/sql/now.server'
import {
  askReasonSetting,
  memorySetting,
  policySetting,
  readAskReason,
  readMemoryMonths,
  readPolicy,
  rulesLock,
} from '@/lib/reviews/load.server'
import { ruleInputOf } from '@/lib/reviews/rules/input-of'
import { listRules } from '@/lib/reviews/rules/queries.server'
import {
  MAX_RULES,
  type OrderInput,
  type Rule,
  type RuleChange,
  type RuleInput,
} from '@/lib/reviews/rules/rules'
import { isLooser, type Strictness } from '@/lib/reviews/rules/strictness'
import type { SettingsChange, SettingsInput } from '@/lib/reviews/settings'

/**
 * Serialises changes of the rules, so that their positions have no gaps or duplicates. All admins are notified when
 * fewer people will review answers afterwards.
 */
const change = <T>(auditActor: AuditActor, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db().$transaction(async (tx) => {
    await takeLocks(tx, [rulesLock])
    const before = await strictness(tx)
    const done = await work(tx)
    if (isLooser(before, await strictness(tx))) await notifyLoosening(tx, 'review_rules', auditActor)
    return done
  })

const strictness = async (tx: Tx): Promise<Strictness> => ({
  rules: await listRules(tx),
  policy: await readPolicy(tx),
  memoryMonths: await readMemoryMonths(tx),
})

/** A rule as the audit log keeps it: an admin typed name and reference pattern, so they stay out. */
function codedOf({ name: _, referencePattern, ...coded }: RuleInput) {
  return { ...coded, referencePattern: referencePattern !== null }
}

const entry = (id: string, by: AuditActor) => ({ by, object: { type: 'review_rule', id } })

/** Adds a rule at the top of the list, so that it applies first. @throws Refusal 409 too_many_rules */
export function createRule(input: RuleInput, auditActor: AuditActor): Promise<Rule> {
  return change(auditActor, async (tx) => {
    const rules = await listRules(tx)
    if (rules.length >= MAX_RULES)
      throw new Refusal(409, 'too_many_rules', `There are already ${MAX_RULES} rules. Delete one first.`)
    const last = rules.at(-1)?.position ?? 0
    const { id } = await tx.reviewRule.create({ data: { ...input, position: last + 1 } })
    await storeOrder(tx, [id, ...rules.map((rule) => rule.id)])
    const details = { after: codedOf(input) }
    await record({ ...entry(id, auditActor), action: 'review_rule.created', details }, tx)
    return { ...input, id, position: 1 }
  })
}

const rulesChanged = () => new Refusal(409, 'rules_changed', 'Someone changed the rules. Review them again.')

/**
 * Replaces a rule by what a person made of the one that they saw (`before`). Items already in the queue don't change.
 * @throws Refusal 404; 409 rules_changed when somebody else has changed it since
 */
export function updateRule(
  id: string,
  { before, ...input }: RuleChange,
  auditActor: AuditActor,
): Promise<Rule> {
  return change(auditActor, async (tx) => {
    const rule = (await listRules(tx)).find((each) => each.id === id)
    if (!rule) throw notFound()
    if (!isDeepStrictEqual(ruleInputOf(rule), before)) throw rulesChanged()
    await tx.reviewRule.update({ where: { id }, data: { ...input, updatedAt: await databaseNow(tx) } })
    const details = { before: codedOf(before), after: codedOf(input) }
    await record({ ...entry(id, auditActor), action: 'review_rule.changed', details }, tx)
    return { ...input, id, position: rule.position }
  })
}

/** Deletes a rule. Its decisions keep its name. @throws Refusal 404 */
export function deleteRule(id: string, auditActor: AuditActor): Promise<void> {
  return change(auditActor, async (tx) => {
    const rules = await listRules(tx)
    const rule = rules.find((each) => each.id === id)
    if (!rule) throw notFound()
    await tx.reviewRule.update({ where: { id }, data: { deletedAt: await databaseNow(tx), enabled: false } })
    await storeOrder(
      tx,
      rules.map((each) => each.id).filter((each) => each !== id),
    )
    const details = { before: codedOf(ruleInputOf(rule)) }
    await record({ ...entry(id, auditActor), action: 'review_rule.deleted', details }, tx)
  })
}

/**
 * Sets the order of all rules.
 * @throws Refusal 409 rules_changed when they or their order are not those that the person saw (`before`)
 */
export function orderRules({ ids, before }: OrderInput, auditActor: AuditActor): Promise<Rule[]> {
  return change(auditActor, async (tx) => {
    const known = (await listRules(tx)).map((rule) => rule.id)
    const same =
      ids.length === known.length && new Set(ids).size === ids.length && known.every((id) => ids.includes(id))
    if (!same || !isDeepStrictEqual(known, before)) throw rulesChanged()
    await storeOrder(tx, ids)
    await record({ by: auditActor, action: 'review_rules.ordered', details: { before, after: ids } }, tx)
    return listRules(tx)
  })
}

/** Moves all positions out of the way first: no two rules may share one, even inside the transaction. */
async function storeOrder(tx: Tx, ids: string[]): Promise<void> {
  await tx.$executeRaw`update review_rules set position = -position where deleted_at is null`
  await tx.$executeRaw`
    update review_rules rule set position = place.number
      from unnest(${ids}::uuid[]) with ordinality as place(id, number) where rule.id = place.id`
}

/**
 * Changes the general policy, how long decisions are remembered, and whether an approval requires a reason.
 * @throws Refusal 409 setting_changed when one of them isn't what the person saw (`before`)
 */
export function changeReviewSettings(
  { before: seen, ...input }: SettingsChange,
  auditActor: AuditActor,
): Promise<SettingsInput> {
  return change(auditActor, async (tx) => {
    const before = {
      policy: await readPolicy(tx),
      memoryMonths: await readMemoryMonths(tx),
      askReason: await readAskReason(tx),
    }
    if (!isDeepStrictEqual(before, seen)) throw settingChanged()
    if (input.policy) await policySetting.save(input.policy, tx)
    if (input.memoryMonths !== undefined) await memorySetting.save(input.memoryMonths, tx)
    if (input.askReason !== undefined) await askReasonSetting.save(input.askReason, tx)
    const details = { before, after: { ...before, ...input } }
    await record({ by: auditActor, action: 'review_settings.changed', details }, tx)
    return input
  })
}
