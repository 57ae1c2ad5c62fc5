import { describe, expect, it } from 'vitest'
import { type RuleInput, ruleInput } from './rules'

const isAllowed = (rule: Partial<RuleInput>) =>
  ruleInput.safeParse({ name: 'Spelling', outcome: 'approve', ...rule }).success

describe('a rule that approves without a person', () => {
  it('is about capital letters and punctuation', () => {
    expect(isAllowed({ differenceTypes: ['capital_letters', 'punctuation'] })).toBe(true)
  })

  it('is refused if it is about any other difference, or about all', () => {
    expect(isAllowed({ differenceTypes: [] })).toBe(false)
    expect(isAllowed({ differenceTypes: ['accent'] })).toBe(false)
    expect(isAllowed({ differenceTypes: ['punctuation', 'spelling'] })).toBe(false)
  })
})
