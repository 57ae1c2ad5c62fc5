import 'server-only'
import { type Db, db, Prisma } from '@/lib/platform/db.server'
import { int8, oneOf, select } from '@/lib/platform/sql/select.server'
import { readAskReason, readMemoryMonths, readPolicy } from '@/lib/reviews/load.server'
import { REVIEW_RESULTS } from '@/lib/reviews/policy'
import { RULE_OUTCOMES } from '@/lib/reviews/rules/outcomes'
import {
  PREVIEW_DAYS,
  type Rule,
  type RuleInput,
  type RulePreview,
  type RulesView,
} from '@/lib/reviews/rules/rules'
import { DIFFERENCE_TYPES, firstRule } from '@/lib/reviews/rules/sql.server'

/** The rules in evaluation order. */
export async function listRules(on: Db = db()): Promise<Rule[]> {
  const rows = await on.reviewRule.findMany({ where: { deletedAt: null }, orderBy: { position: 'asc' } })
  return rows.map(
    (row) =>
      ({
        id: row.id,
        position: row.position,
        name: row.name,
        enabled: row.enabled,
        results: row.results,
        differenceTypes: row.differenceTypes,
        sources: row.sources,
        countries: row.countries,
        referencePattern: row.referencePattern,
        outcome: row.outcome,
        policy: row.policy,
      }) as Rule,
  )
}

/** Everything the Review rules page shows. */
export async function readRules(): Promise<RulesView> {
  const [items, policy, months, askReason, preview] = await Promise.all([
    listRules(),
    readPolicy(),
    readMemoryMonths(),
    readAskReason(),
    previewRules(),
  ])
  return { items, policy, memoryMonths: months, askReason, preview }
}

/**
 * What the saved rules, or these drafts, would have done with the live answers of the last 30 days. Changes nothing.
 */
export async function previewRules(drafts?: readonly RuleInput[]): Promise<RulePreview> {
  const asked = await select(
    db(),
    { outcome: oneOf(RULE_OUTCOMES), count: int8 },
    Prisma.sql`
    select coalesce(rule.outcome, 'review') as outcome, count(*) as count
      from verifications v ${DIFFERENCE_TYPES} ${firstRule(drafts)}
     where v.environment = 'live' and v.created_at > now() - make_interval(days => ${PREVIEW_DAYS}::int)
       and v.match_result = any(${REVIEW_RESULTS}::match_result[])
     group by 1`,
  )
  const counts = Object.fromEntries(asked.map(({ outcome, count }) => [outcome, Number(count)]))
  return { review: 0, priority: 0, approve: 0, repeat: 0, keep_out: 0, ...counts, days: PREVIEW_DAYS }
}
