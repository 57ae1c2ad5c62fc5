import { expect, it } from 'vitest'
import { NO_CALL, withCallField } from './call-draft'
import { draftKey, type RailDrafts, railDraftOf } from './rail-draft'

const item = {
  id: 'a',
  evidenceHash: 'answer',
  state: 'todo',
  matchResult: 'no_match',
  proposedReason: null,
} as const
const fresh = railDraftOf(new Map(), item, undefined)

it('a call that was begun is there again after a look at another item, and at no other item, answer or state', () => {
  const drafts: RailDrafts = new Map()
  const begun = { ...fresh, call: withCallField(NO_CALL, 'person', 'Claire Martin') }
  drafts.set(draftKey(item), begun)
  expect(railDraftOf(drafts, { ...item }, undefined)).toEqual(begun)
  for (const other of [
    { id: 'b' },
    { evidenceHash: 'another answer' },
    { state: 'second_approval' as const },
  ])
    expect(railDraftOf(drafts, { ...item, ...other }, undefined)).toEqual(fresh)
})

it('what a refused approval had is proposed again, unless something was typed since', () => {
  const refused = { act: 'approve', reason: 'other', note: 'seen the contract' } as const
  expect(railDraftOf(new Map(), item, refused)).toMatchObject({ reason: 'other', note: 'seen the contract' })
  const since = { ...fresh, note: 'another note' }
  expect(railDraftOf(new Map([[draftKey(item), since]]), item, refused)).toEqual(since)
})

it('the proposed reason is selected for the first person only: the second decides independently', () => {
  const proposed = { ...item, matchResult: 'close_match', proposedReason: 'spelling_or_accent' } as const
  const reason = (of: Parameters<typeof railDraftOf>[1]) => railDraftOf(new Map(), of, undefined).reason
  expect(reason(proposed)).toBe('spelling_or_accent')
  expect(reason({ ...proposed, state: 'second_approval' })).toBe('')
  expect(reason({ ...proposed, state: 'escalated' })).toBe('')
  expect(reason({ ...proposed, proposedReason: null })).toBe('')
})

it('what the bank denied is confirmed by a call, whoever decides', () => {
  expect(fresh.reason).toBe('confirmed_with_payee')
  expect(railDraftOf(new Map(), { ...item, state: 'second_approval' }, undefined).reason).toBe(
    'confirmed_with_payee',
  )
})

it('a corrected name is proposed again where it came from a call, and not where it was the bank’s', () => {
  const refused = { act: 'approve', reason: 'confirmed_with_payee', correctedName: 'Ann Lee' } as const
  expect(railDraftOf(new Map(), item, refused).correctedName).toBe('Ann Lee')
  const close = { ...item, matchResult: 'close_match' } as const
  expect(railDraftOf(new Map(), close, refused).correctedName).toBe('')
  expect(railDraftOf(new Map(), item, { ...refused, act: 'reject' }).correctedName).toBe('')
})
