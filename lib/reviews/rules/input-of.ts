import type { Rule, RuleInput } from '@/lib/reviews/rules/rules'

/** The fields of a rule that an admin writes. */
export const ruleInputOf = ({ id: _, position: __, ...input }: Rule): RuleInput => input
