import { describe, expect, it } from 'vitest'
import type { Rule } from '@/lib/reviews/rules/rules'
import { isLooser, type Strictness } from '@/lib/reviews/rules/strictness'

const rule = (id: string, outcome: Rule['outcome'], more: Partial<Rule> = {}): Rule => ({
  id,
  position: 1,
  name: id,
  enabled: true,
  results: [],
  differenceTypes: [],
  sources: [],
  countries: [],
  referencePattern: null,
  outcome,
  policy: null,
  ...more,
})
const desk = (rules: Rule[] = [], policy: Strictness['policy'] = 'two_to_approve', memoryMonths = 12) => ({
  rules,
  policy,
  memoryMonths,
})
const [close, none] = [
  rule('close', 'review', { results: ['close_match'] }),
  rule('none', 'review', { results: ['no_match'] }),
]
const out = rule('out', 'keep_out', { results: ['close_match'] })
const off = (one: Rule) => ({ ...one, enabled: false })

describe('the rules are loosened', () => {
  it.each<[string, Strictness, Strictness]>([
    ['with one reviewer instead of two', desk([close]), desk([close], 'one')],
    ['with two to approve and one to reject instead of two', desk([], 'two'), desk([], 'two_to_approve')],
    ['with a rule that keeps out', desk([close]), desk([out, close])],
    ['with a rule that approves', desk(), desk([rule('a', 'approve')])],
    ['with a rule that repeats decisions', desk(), desk([rule('a', 'repeat')])],
    ['with a rule of one reviewer', desk(), desk([rule('a', 'review', { policy: 'one' })])],
    ['when such a rule is switched on', desk([off(out), close]), desk([out, close])],
    ['when such a rule fits more', desk([out]), desk([{ ...out, results: ['no_match'] }])],
    ['when such a rule comes first', desk([close, out]), desk([out, close])],
    ['when the rule before it goes', desk([close, out]), desk([out])],
    ['when the rule before it is off', desk([close, out]), desk([off(close), out])],
    ['when the rule before it fits less', desk([close, out]), desk([{ ...close, countries: ['FR'] }, out])],
    [
      'when a rule that asks two people goes',
      desk([rule('a', 'review', { policy: 'two' })], 'one'),
      desk([], 'one'),
    ],
    ['when a rule reviews no longer', desk([close]), desk([{ ...close, outcome: 'keep_out' }])],
    [
      'when a rule no longer puts answers first but keeps them out',
      desk([{ ...close, outcome: 'priority' }]),
      desk([{ ...close, outcome: 'keep_out' }]),
    ],
    [
      'when a rule repeats no longer but keeps out',
      desk([rule('a', 'repeat')]),
      desk([rule('a', 'keep_out')]),
    ],
    ['when a rule repeats no longer but approves', desk([rule('a', 'repeat')]), desk([rule('a', 'approve')])],
    [
      'when what is repeated is older',
      desk([rule('a', 'repeat')]),
      desk([rule('a', 'repeat')], 'two_to_approve', 24),
    ],
  ])('%s', (_, before, after) => {
    expect(isLooser(before, after)).toBe(true)
    expect(isLooser(after, after)).toBe(false)
  })

  it.each<[string, Strictness, Strictness]>([
    ['with a rule that only reviews', desk([out]), desk([close, out])],
    ['with a new name of a rule', desk([out]), desk([{ ...out, name: 'another' }])],
    ['when a rule that keeps out goes', desk([close, out, none]), desk([close, none])],
    ['when it is off', desk([close, out]), desk([close, off(out)])],
    ['when rules that only review change places', desk([close, none, out]), desk([none, close, out])],
    ['with two reviewers instead of one', desk([close], 'one'), desk([close], 'two')],
    ['with a longer memory that no rule uses', desk([close]), desk([close], 'two_to_approve', 24)],
  ])('not %s', (_, before, after) => {
    expect(isLooser(before, after)).toBe(false)
  })
})
