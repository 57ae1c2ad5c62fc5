import type { Rule, RuleInput } from '@/lib/reviews/rules/rules'

/** A rule without the fields that the server sets. */
export const ruleInputOf = ({ id: _, position: __, ...input }: Rule): RuleInput => input
