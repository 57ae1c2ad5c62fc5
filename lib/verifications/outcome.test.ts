import { describe, expect, it } from 'vitest'
import { outcomeOf } from './outcome'

describe('the outcome of a check', () => {
  it.each([
    ['completed', 'match', 'match'],
    ['completed', 'close_match', 'close_match'],
    ['completed', 'no_match', 'no_match'],
    ['completed', 'account_not_verifiable', 'account_not_verifiable'],
    ['failed', null, 'failed'],
    ['rejected', null, 'rejected'],
    ['pending', null, 'waiting'],
    ['unknown', null, 'unknown'],
    ['not_sent', null, 'not_sent'],
  ])('of %s with %s is %s', (status, matchResult, outcome) => {
    expect(outcomeOf({ status, matchResult })).toBe(outcome)
  })

  it('of anything unrecognised is failed, never a match', () => {
    expect(outcomeOf({ status: 'completed', matchResult: 'perfect_match' })).toBe('failed')
    expect(outcomeOf({ status: 'completed', matchResult: null })).toBe('failed')
    expect(outcomeOf({ status: 'match', matchResult: 'match' })).toBe('failed')
    expect(outcomeOf({ status: 'constructor', matchResult: 'match' })).toBe('failed')
  })
})
