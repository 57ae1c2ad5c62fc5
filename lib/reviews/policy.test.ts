import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  blockReasonOf,
  isReviewOpen,
  type Policy,
  type StandingDecision,
  stateAfter,
} from '@/lib/reviews/policy'

const approve = (decidedById: string): StandingDecision => ({ kind: 'approve', decidedById })
const reject = (decidedById: string): StandingDecision => ({ kind: 'reject', decidedById })
const escalate = (decidedById: string): StandingDecision => ({ kind: 'escalate', decidedById })
const byRule: StandingDecision = { kind: 'approve', decidedById: null }

describe('the state of a review', () => {
  it.each([
    ['one', [approve('a')], 'approved'],
    ['one', [reject('a')], 'rejected'],
    ['two_to_approve', [approve('a')], 'second_approval'],
    ['two_to_approve', [approve('a'), approve('b')], 'approved'],
    ['two_to_approve', [approve('a'), reject('b')], 'rejected'],
    ['two_to_approve', [reject('a')], 'rejected'],
    ['two', [reject('a')], 'second_approval'],
    ['two', [reject('a'), reject('b')], 'rejected'],
    ['two', [approve('a'), reject('b')], 'escalated'],
    ['one', [escalate('a')], 'escalated'],
    ['one', [escalate('a'), approve('b')], 'approved'],
    ['two', [byRule], 'approved'],
    ['two', [approve('a'), reject('b'), approve('c')], 'second_approval'],
    ['two_to_approve', [approve('a'), escalate('b'), approve('c')], 'second_approval'],
  ] as [Policy, StandingDecision[], string][])('under %s, %j leads to %s', (policy, decisions, state) => {
    expect(stateAfter(decisions, policy)).toBe(state)
  })

  it('is open again once every decision is undone', () => {
    expect(stateAfter([], 'two_to_approve')).toBe('todo')
  })

  it('is approved only by two approvals in a row, unless one reviewer is enough', () => {
    const kinds = fc.array(fc.constantFrom('approve' as const, 'reject' as const, 'escalate' as const))
    fc.assert(
      fc.property(kinds, fc.constantFrom<Policy>('two', 'two_to_approve'), (made, policy) => {
        const state = stateAfter(
          made.map((kind, person) => ({ kind, decidedById: String(person) })),
          policy,
        )
        if (state === 'approved') expect(made.slice(-2)).toEqual(['approve', 'approve'])
      }),
    )
  })
})

describe('who may decide', () => {
  const now = new Date('2026-01-05T10:00:00Z')
  const open = {
    state: 'todo' as const,
    requesterIds: ['asker', 'asker of the check that it repeats'],
    loadedByIds: [],
    claimedById: null,
    claimedUntil: null,
    decisions: [],
  }

  it('is anybody except the person who ran the check', () => {
    for (const asker of open.requesterIds) expect(blockReasonOf(open, asker, now)).toBe('four_eyes_requester')
    expect(blockReasonOf(open, 'other', now)).toBeNull()
  })

  it('is nobody who loaded the report with the answer', () => {
    const reported = { ...open, loadedByIds: ['loader', 'joiner'] }
    expect(blockReasonOf(reported, 'loader', now)).toBe('four_eyes_loader')
    expect(blockReasonOf(reported, 'joiner', now)).toBe('four_eyes_loader')
    expect(blockReasonOf(reported, 'other', now)).toBeNull()
  })

  it('is never the same person twice', () => {
    const second = { ...open, state: 'second_approval' as const, decisions: [approve('a')] }
    expect(blockReasonOf(second, 'a', now)).toBe('four_eyes_first')
    expect(blockReasonOf(second, 'b', now)).toBeNull()
  })

  it('is the claimant while a claim lasts, and anybody after it expires', () => {
    const claimed = { ...open, claimedById: 'a', claimedUntil: new Date('2026-01-05T10:05:00Z') }
    expect(blockReasonOf(claimed, 'b', now)).toBe('claimed_by_other')
    expect(blockReasonOf(claimed, 'a', now)).toBeNull()
    expect(blockReasonOf(claimed, 'b', new Date('2026-01-05T10:06:00Z'))).toBeNull()
  })

  it('is nobody once it is decided', () => {
    expect(blockReasonOf({ ...open, state: 'approved' }, 'b', now)).toBe('already_decided')
    expect(isReviewOpen('superseded')).toBe(false)
  })
})
