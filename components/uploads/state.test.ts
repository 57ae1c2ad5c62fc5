import { describe, expect, it } from 'vitest'
import { noCounts } from '@/lib/uploads/counts'
import type { BulkView } from '@/lib/uploads/view'
import { stateOf, unsentRows } from './state'

const bulk = (status: BulkView['status'], size = 2000): BulkView => ({
  ...{ id: 'b', number: 1, status, size, answered: 0, withheld: null, upstreamId: null, attempt: null },
  ...{ lastMovementAt: null, nextTryAt: null, acceptedAt: null, completedAt: null, reported: null },
})

describe('the rows that were not sent', () => {
  const counts = { ...noCounts(), match: 2000, waiting: 9000 }

  it('are the waiting rows, even where several rows share one check', () => {
    expect(unsentRows({ bulks: [bulk('completed'), bulk('waiting'), bulk('waiting')], counts })).toBe(9000)
  })

  it('are those of the unsent batches while others are in progress', () => {
    expect(unsentRows({ bulks: [bulk('processing'), bulk('waiting', 700)], counts })).toBe(700)
  })
})

describe('the state of an upload', () => {
  const counts = noCounts()

  it('is more detailed than its status', () => {
    expect(stateOf({ status: 'completed', counts })).toBe('completed')
    expect(stateOf({ status: 'completed', counts: { ...counts, failed: 1 } })).toBe('completed_failed')
    expect(stateOf({ status: 'completed', counts: { ...counts, failed: 1, unknown: 1 } })).toBe(
      'completed_unknown',
    )
  })

  it('names the choice or the approval that it is paused for', () => {
    const paused = (pauseReason: 'approval' | 'known' | 'user') =>
      stateOf({ status: 'paused', counts, pauseReason })
    expect([paused('approval'), paused('known'), paused('user')]).toEqual(['approval', 'known', 'paused'])
  })

  it('is accepted until the bank service has begun one of its batches', () => {
    const state = (...bulks: BulkView[]) => stateOf({ status: 'processing', counts, bulks })
    expect(state(bulk('accepted'), bulk('waiting'))).toBe('accepted')
    expect(state({ ...bulk('accepted'), answered: 1 }, bulk('waiting'))).toBe('processing')
    expect(state(bulk('completed'), bulk('accepted'), bulk('processing'))).toBe('processing')
    expect(state(bulk('waiting'))).toBe('processing')
    expect(stateOf({ status: 'processing', counts })).toBe('processing')
    expect(stateOf({ status: 'paused', counts, pauseReason: 'user', bulks: [bulk('accepted')] })).toBe(
      'paused',
    )
  })

  it('says that rows are unknown or failed only when nothing more comes', () => {
    const some = { ...counts, unknown: 1, failed: 1 }
    expect(stateOf({ status: 'processing', counts: some })).toBe('processing')
    expect(stateOf({ status: 'stopped', counts: some })).toBe('stopped')
  })
})
