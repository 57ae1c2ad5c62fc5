import type { Policy } from '@/lib/reviews/policy'
import type { Rule } from '@/lib/reviews/rules/rules'

/** What decides whether somebody looks at an answer: the rules in their order, then the general policy. */
export type Strictness = {
  rules: readonly Rule[]
  policy: Policy
  /** for how long a rule repeats an earlier decision */
  memoryMonths: number
}

/** From nobody (0) over one person to two. */
const STRICTER: readonly Policy[] = ['one', 'two_to_approve', 'two']
const UNSEEN: readonly Rule['outcome'][] = ['approve', 'repeat', 'keep_out']

/** A rule that is asked: what it fits, and how much it asks. The last one is the policy, which fits everything. */
type Step = { fits: string; asks: number }

function stepsOf({ rules, policy }: Strictness): Step[] {
  const asked = rules.filter((rule) => rule.enabled)
  const steps = asked.map(
    ({ id, results, differenceTypes, sources, countries, referencePattern, ...rule }) => ({
      fits: JSON.stringify([id, results, differenceTypes, sources, countries, referencePattern]),
      asks: UNSEEN.includes(rule.outcome) ? 0 : 1 + STRICTER.indexOf(rule.policy ?? policy),
    }),
  )
  return [...steps, { fits: 'everything', asks: 1 + STRICTER.indexOf(policy) }]
}

/** Where a step that fits the same stands in the other list. */
const placeIn = (steps: readonly Step[], { fits }: Step) => steps.findIndex((step) => step.fits === fits)
const stands = (place: number, before: number) => place >= 0 && place < before

/**
 * Can there be an answer that fewer people look at after this change than before? Says yes in doubt: what two rules fit is
 * compared as written, not by what they mean.
 */
export function loosens(before: Strictness, after: Strictness): boolean {
  const repeats = after.rules.some((rule) => rule.enabled && rule.outcome === 'repeat')
  if (repeats && after.memoryMonths > before.memoryMonths) return true
  const [then, now] = [stepsOf(before), stepsOf(after)]
  return now.some((step, at) =>
    then.some(
      (former, was) =>
        step.asks < former.asks &&
        // an answer that the one fits first cannot be one that the other fits first
        !stands(placeIn(then, step), was) &&
        !stands(placeIn(now, former), at),
    ),
  )
}
