import { describe, expect, it } from 'vitest'
import type { HomeData } from '@/lib/home/view'
import { noCounts } from '@/lib/uploads/counts'
import type { UploadItem } from '@/lib/uploads/view'
import { attentionItems } from './attention-items'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()

const upload = (given: Partial<UploadItem>, failed = 0): UploadItem => ({
  id: 'u',
  version: 1,
  status: 'completed',
  pauseReason: null,
  counts: { ...noCounts(), failed },
  total: 10,
  notSent: 0,
  fileRows: 10,
  finishedAt: null,
  fileHash: '0'.repeat(64),
  fileName: 'payroll.csv',
  title: null,
  createdBy: { id: 'p', name: 'P' },
  createdAt: hoursAgo(1),
  bulkCount: 1,
  ...given,
})
const data = (given: Partial<HomeData>): HomeData => ({
  heldBack: [],
  lost: [],
  reviews: null,
  uploads: [],
  connection: undefined,
  erasures: 0,
  resumableErasures: 0,
  namelessErasures: 0,
  holdsUnconfirmed: false,
  lowCredits: null,
  waitingPeople: 0,
  loosened: [],
  payments: [],
  coverage: null,
  guide: null,
  retention: null,
  ...given,
})
const kinds = (given: Partial<HomeData>) => attentionItems(data(given), NOW).map(({ kind }) => kind)

describe('what needs attention', () => {
  it('is empty on a quiet day', () => {
    expect(
      kinds({ uploads: [upload({})], reviews: { waiting: 2, oldestAt: hoursAgo(3), ages: [2, 0, 0] } }),
    ).toEqual([])
  })

  it('has the most urgent first', () => {
    expect(
      kinds({
        connection: { state: 'refused' } as HomeData['connection'],
        uploads: [upload({}, 36), upload({ status: 'paused', pauseReason: 'credits' })],
        heldBack: [{ id: 'h', createdAt: hoursAgo(1) }],
        lost: [{ id: 'v', createdAt: hoursAgo(2) }],
        reviews: { waiting: 1, oldestAt: hoursAgo(6), ages: [0, 1, 0] },
      }),
    ).toEqual(['connection', 'heldBack', 'paused', 'failed', 'lost'])
    const reviews = { waiting: 1, oldestAt: hoursAgo(6), ages: [0, 1, 0] as [number, number, number] }
    expect(kinds({ erasures: 2, lowCredits: 0, reviews })).toEqual(['erasure', 'credits', 'review'])
  })

  it('names a paused upload once, although rows failed in it, and drops failed rows after a day', () => {
    expect(
      kinds({ uploads: [upload({ status: 'paused' }, 3), upload({ createdAt: hoursAgo(30) }, 3)] }),
    ).toEqual(['paused'])
  })

  it('has at most five lines, and never hides an erasure request', () => {
    const uploads = Array.from({ length: 9 }, () => upload({ status: 'paused' }))
    expect(kinds({ uploads })).toHaveLength(5)
    expect(kinds({ uploads, erasures: 1, resumableErasures: 1 }).slice(0, 2)).toEqual([
      'erasure',
      'resumable',
    ])
    const restored = { holdsUnconfirmed: true, namelessErasures: 1 }
    expect(kinds({ uploads, ...restored }).slice(0, 2)).toEqual(['holds', 'nameless'])
  })

  it('has more lines only for what must not be hidden: loosened rules, and what erasures and legal holds need', () => {
    const loosened = (['review_rules', 'payment_policy', 'second_factor', 'limits'] as const).map((what) => ({
      ...{ what, at: hoursAgo(1), name: 'A' },
    }))
    const connection = { state: 'unreachable' } as HomeData['connection']
    const uploads = [upload({ status: 'paused' })]
    const erasures = { erasures: 1, resumableErasures: 1, namelessErasures: 1, holdsUnconfirmed: true }
    expect(kinds({ uploads, connection, waitingPeople: 2, loosened, ...erasures })).toEqual([
      ...['connection', 'waits', 'loosened', 'loosened', 'loosened', 'loosened'],
      ...['holds', 'erasure', 'resumable', 'nameless'],
    ])
  })
})
