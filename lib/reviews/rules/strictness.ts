import type { Policy } from '@/lib/reviews/policy'
import { asksPeople } from '@/lib/reviews/rules/outcomes'
import type { Rule } from '@/lib/reviews/rules/rules'

/** What decides whether a person reviews an answer: the rules in order, then the general policy. */
export type Strictness = {
  rules: readonly Rule[]
  policy: Policy
  /** how many months a decision can be repeated by a rule */
  memoryMonths: number
}

/** From no person (index 0) to two. */
const STRICTER: readonly Policy[] = ['one', 'two_to_approve', 'two']

/**
 * A rule in evaluation order: what it matches and how strict it is. The last step is the policy, which matches
 * everything.
 */
type Step = { fits: string; asks: number }

function stepsOf({ rules, policy }: Strictness): Step[] {
  const asked = rules.filter((rule) => rule.enabled)
  const steps = asked.map(
    ({ id, results, differenceTypes, sources, countries, referencePattern, ...rule }) => ({
      // a rule that repeats matches only what was approved before
      fits: JSON.stringify([
        ...[id, results, differenceTypes, sources, countries, referencePattern],
        rule.outcome === 'repeat',
      ]),
      asks: asksPeople(rule.outcome) ? 1 + STRICTER.indexOf(rule.policy ?? policy) : 0,
    }),
  )
  return [...steps, { fits: 'everything', asks: 1 + STRICTER.indexOf(policy) }]
}

/** The position of the step with the same condition in the other list. */
const indexIn = (steps: readonly Step[], { fits }: Step) => steps.findIndex((step) => step.fits === fits)
const isEarlier = (index: number, before: number) => index >= 0 && index < before

/**
 * Whether an answer can exist that fewer people review after this change. Returns true when that isn't certain, because
 * conditions are compared as written, not by their meaning.
 */
export function isLooser(before: Strictness, after: Strictness): boolean {
  const repeats = after.rules.some((rule) => rule.enabled && rule.outcome === 'repeat')
  if (repeats && after.memoryMonths > before.memoryMonths) return true
  const [then, now] = [stepsOf(before), stepsOf(after)]
  return now.some((step, at) =>
    then.some(
      (former, was) =>
        step.asks < former.asks &&
        // answers that match the first condition cannot reach the other one first
        !isEarlier(indexIn(then, step), was) &&
        !isEarlier(indexIn(now, former), at),
    ),
  )
}
