import 'server-only'
import { Prisma } from '@/lib/platform/db.server'
import { DOUBTED, REPEATABLE_DECISION } from '@/lib/reviews/rules/memory.server'
import { type RuleInput, SPELLING_ONLY } from '@/lib/reviews/rules/rules'

/** The rules in force. */
const SAVED_RULES = Prisma.sql`(select * from review_rules where enabled)`

/** Unsaved rules with the same columns as `review_rules`. */
const draftRules = (rules: readonly RuleInput[]) => {
  const rows = rules
    .filter((rule) => rule.enabled)
    .map((rule, index) => ({
      id: null,
      position: index + 1,
      results: rule.results,
      difference_types: rule.differenceTypes,
      sources: rule.sources,
      countries: rule.countries,
      reference_pattern: rule.referencePattern,
      outcome: rule.outcome,
      policy: rule.policy,
    }))
  return Prisma.sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as candidate ${DRAFT_COLUMNS}`
}
const DRAFT_COLUMNS = Prisma.sql`(id uuid, position int, results match_result[], difference_types text[],
  sources verification_source[], countries text[], reference_pattern text, outcome rule_outcome, policy review_policy)`

/** The difference types of verification `v`, as `difference.types`. */
export const DIFFERENCE_TYPES = Prisma.sql`
  cross join lateral (select array(
    select each ->> 'type' from jsonb_array_elements(coalesce(v.comparison -> 'differences', '[]'::jsonb)) each) as types) difference`

/** SQL condition: a rule may approve this result with these differences, because they are in spelling only. */
export const isApprovable = (result: Prisma.Sql, types: Prisma.Sql): Prisma.Sql => Prisma.sql`
  ${result} = 'close_match' and cardinality(${types}) > 0 and ${types} <@ ${[...SPELLING_ONLY]}::text[]`

/**
 * The first rule that matches verification `v`, as `rule` (null columns: none). A rule that skips the review matches
 * only when it lists all differences; one that requires a review matches when it lists one. A rule whose outcome is not
 * allowed for the answer doesn't match: approving more than a difference in writing, repeating a decision that doesn't
 * exist, or either for names that people doubt.
 */
export function firstRule(drafts?: readonly RuleInput[]): Prisma.Sql {
  const source = drafts ? draftRules(drafts) : Prisma.sql`${SAVED_RULES} candidate`
  return Prisma.sql`
  left join lateral (
    select candidate.id, candidate.outcome, candidate.policy from ${source}
     where (${none('results')} or v.match_result = any(candidate.results))
       and (${none('sources')} or v.source = any(candidate.sources))
       and (${none('countries')} or v.country = any(candidate.countries))
       and (candidate.reference_pattern is null or v.reference ilike ${LIKE} escape '!')
       and (${none('difference_types')} or cardinality(difference.types) > 0 and case
              when candidate.outcome in ('review', 'priority') then difference.types && candidate.difference_types
              else difference.types <@ candidate.difference_types end)
       and (candidate.outcome <> 'approve' or ${isApprovable(Prisma.sql`v.match_result`, Prisma.sql`difference.types`)})
       and (candidate.outcome <> 'repeat' or exists (${REPEATABLE_DECISION}))
       and (candidate.outcome not in ('approve', 'repeat') or not ${DOUBTED})
     order by candidate.position limit 1) rule on true`
}

const none = (column: 'results' | 'sources' | 'countries' | 'difference_types') =>
  Prisma.sql`coalesce(cardinality(candidate.${COLUMN[column]}), 0) = 0`
const COLUMN = {
  results: Prisma.sql`results`,
  sources: Prisma.sql`sources`,
  countries: Prisma.sql`countries`,
  difference_types: Prisma.sql`difference_types`,
}

/** `*` matches any characters; LIKE wildcards in the pattern are escaped. */
const LIKE = Prisma.sql`replace(replace(replace(replace(candidate.reference_pattern, '!', '!!'), '%', '!%'), '_', '!_'), '*', '%')`
