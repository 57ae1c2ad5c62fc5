/**
 * What a rule does with a close match, a no match or a not verifiable account: queue it, queue it at the top, approve
 * it, repeat what people decided on the same names, or keep it out. Without a matching rule: queue it.
 */
export const RULE_OUTCOMES = ['review', 'priority', 'approve', 'repeat', 'keep_out'] as const
export type RuleOutcome = (typeof RULE_OUTCOMES)[number]

/** Whether a rule with this outcome sends an answer to people. */
export const asksPeople = (outcome: RuleOutcome): boolean => outcome === 'review' || outcome === 'priority'

/** Whether a rule with this outcome approves an answer itself. */
export const approvesItself = (outcome: RuleOutcome): boolean => outcome === 'approve' || outcome === 'repeat'
