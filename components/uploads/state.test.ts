import { describe, expect, it } from 'vitest'
import { noCounts } from '@/lib/uploads/counts'
import type { BulkView } from '@/lib/uploads/view'
import { unsentRows } from './state'

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
