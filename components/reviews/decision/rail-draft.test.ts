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
