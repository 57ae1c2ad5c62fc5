import { expect, test } from 'vitest'
import { type DecisionView, standingDecisions } from './view'

const decision = (id: string, kind: DecisionView['kind'], undone = false): DecisionView => ({
  ...{ id, kind, undone, reason: null, note: null, callBack: null, correctedName: null },
  ...{ by: { id: 'p', name: 'Rita Reviewer' }, rule: null, at: '2026-03-02T10:00:00Z' },
})

test('the decisions in force are those that nobody has undone, without the undoing itself', () => {
  const all = [
    decision('a', 'approve', true),
    decision('b', 'undo'),
    decision('c', 'reject', true),
    decision('d', 'reopen'),
    decision('e', 'escalate'),
    decision('f', 'approve'),
  ]
  expect(standingDecisions(all).map(({ id }) => id)).toEqual(['e', 'f'])
})
