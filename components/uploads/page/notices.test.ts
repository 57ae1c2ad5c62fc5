import { describe, expect, it } from 'vitest'
import { percentOf } from '@/components/uploads/percent'
import { needsRefetch, rowsRequestOf, withProgress } from '@/components/uploads/queries'
import { numbersOf, rowsWith, stateOf, tilesOf, uploadTitle } from '@/components/uploads/state'
import { translator } from '@/lib/platform/language/translator.server'
import { noCounts, totalCount } from '@/lib/uploads/counts'
import type { BulkView, UploadProgress, UploadView } from '@/lib/uploads/view'
import { noticesOf } from './notices'

const NOW = Date.parse('2026-03-02T14:12:00.000Z')
const bulk = (number: number, status: BulkView['status'], more: Partial<BulkView> = {}): BulkView => ({
  number,
  status,
  size: number === 3 ? 700 : 2000,
  answered: status === 'completed' ? 2000 : 0,
  withheld: null,
  lastMovementAt: null,
  nextTryAt: null,
  id: `b${number}`,
  upstreamId: null,
  acceptedAt: status === 'completed' || status === 'processing' ? '2026-03-02T14:11:50.000Z' : null,
  completedAt: null,
  reported: null,
  attempt: null,
  ...more,
})
const upload = (more: Partial<UploadView> = {}): UploadView => ({
  id: 'u',
  version: 5,
  status: 'processing',
  pauseReason: null,
  counts: { ...noCounts(), match: 2000, waiting: 2700 },
  total: 4700,
  notSent: 12,
  fileRows: 4712,
  finishedAt: null,
  environment: 'live',
  fileName: 'supplier-master.csv',
  title: null,
  completes: null,
  completedBy: [],
  retries: null,
  payments: false,
  comparison: {
    at: '2026-03-02T14:02:00.500Z',
    edited: 0,
    problem: null,
    row: null,
    field: null,
    ...NO_PLACE,
  },
  approval: null,
  known: null,
  retry: { rows: 0, credits: 0, runs: [] },
  createdBy: { id: 'p', name: 'Camille Roux' },
  createdAt: '2026-03-02T14:02:00.000Z',
  startedAt: '2026-03-02T14:02:01.000Z',
  credits: 2000,
  verifications: 4700,
  original: true,
  ...{ toReview: 0, toFix: 0, failingSince: null, unansweredSince: null, restore: null },
  corrections: { corrected: 0, edited: 0, notApproved: 0, cut: 0, cutRows: [], nameCap: null },
  enrichment: null,
  now: new Date(NOW).toISOString(),
  bulks: [bulk(1, 'completed'), bulk(2, 'processing'), bulk(3, 'waiting')],
  ...more,
})

const NO_PLACE = { line: null, element: null }
const NO_CODES = { code: null, upstreamCode: null }

describe('the notices of an upload', () => {
  it('show a comparison with the file once it takes a while, and the row that differs', () => {
    const bulks = [bulk(1, 'waiting')]
    const compared = (seconds: number) =>
      upload({
        ...{ status: 'comparing', comparison: null, bulks, startedAt: null },
        now: new Date(Date.parse('2026-03-02T14:02:00.000Z') + seconds * 1_000).toISOString(),
      })
    expect(noticesOf(compared(2), NOW)).toEqual([])
    expect(noticesOf(compared(4), NOW)).toEqual([{ name: 'comparing' }])
    // the choice about earlier answers isn't available yet
    const known = { state: 'open', rows: 3 } as UploadView['known']
    expect(noticesOf({ ...compared(4), known }, NOW)).toEqual([{ name: 'comparing' }])
    expect(noticesOf(upload({ known }), NOW)).toEqual([{ name: 'known' }])
    const taken = { state: 'taken', rows: 3 } as UploadView['known']
    expect(noticesOf(upload({ known: taken }), NOW)).toEqual([{ name: 'knownTaken' }])
    const anew = { state: 'anew', rows: 3 } as UploadView['known']
    expect(noticesOf(upload({ known: anew }), NOW)).toEqual([])
    const comparison = {
      at: null,
      edited: 0,
      problem: 'row_differs',
      row: 7,
      field: 'iban',
      ...NO_PLACE,
    } as const
    expect(noticesOf(upload({ status: 'stopped', comparison, bulks: [] }), NOW)).toEqual([
      { name: 'differs', problem: 'row_differs', row: 7, field: 'iban', line: 0, element: 'none' },
    ])
  })

  it('are empty while it runs normally and when all went well', () => {
    expect(noticesOf(upload(), NOW)).toEqual([])
    const done = upload({ status: 'completed', counts: { ...noCounts(), match: 4700 } })
    expect(noticesOf(done, NOW)).toEqual([])
  })

  it('report that the bank service has the rows only when it starts late', () => {
    const accepted = (secondsAgo: number) => {
      const acceptedAt = new Date(NOW - secondsAgo * 1000).toISOString()
      return noticesOf(upload({ bulks: [bulk(1, 'accepted', { acceptedAt })] }), NOW)
    }
    expect(accepted(2)).toEqual([])
    expect(accepted(4)).toEqual([{ name: 'accepted' }])
  })

  it('report that it waits for a second person, and that person’s decision', () => {
    const undecided = { decision: null, by: null, at: null, reason: null }
    const approval = { causes: ['upload' as const], credits: 4700, askedAt: '', ...undecided }
    const waiting = upload({ status: 'paused', pauseReason: 'approval', approval })
    expect(noticesOf(waiting, NOW)).toEqual([{ name: 'approval' }])
    expect(stateOf(waiting)).toBe('approval')
    const by = { id: 'r', name: 'Ines' }
    const said = { ...approval, decision: 'declined' as const, by, reason: 'last year' }
    const declined = upload({ status: 'stopped', notSent: 4712, finishedAt: '', approval: said })
    expect(noticesOf(declined, NOW)).toEqual([
      { name: 'declined', by: 'Ines', reason: 'last year', rows: 4712 },
    ])
  })

  it('name the batches that finish and the rows that wait when it is paused', () => {
    const paused = { status: 'paused', pauseReason: 'user' } as const
    expect(noticesOf(upload(paused), NOW)).toEqual([{ name: 'paused', batches: [2], rows: 700 }])
    expect(noticesOf(upload({ ...paused, pauseReason: 'credits' }), NOW)).toEqual([
      { name: 'credits', size: 700, batches: [1, 2], rows: 700 },
    ])
    expect(noticesOf(upload({ ...paused, pauseReason: 'credentials' }), NOW)).toEqual([
      { name: 'credentials', rows: 700 },
    ])
    const restored = upload({ ...paused, restore: { madeAt: 'a', restoredAt: 'b' } })
    expect(noticesOf(restored, NOW)[0]).toEqual({ name: 'restored', madeAt: 'a', restoredAt: 'b' })
    const settled = upload({
      ...paused,
      bulks: [bulk(1, 'completed'), bulk(2, 'waiting'), bulk(3, 'waiting')],
    })
    expect(noticesOf(settled, NOW)).toEqual([{ name: 'paused', batches: [], rows: 2700 }])
  })

  it('report an unknown outcome, and what can still be done after a write-off', () => {
    const attempt = { id: 'a', state: 'unknown', number: 1, httpStatus: null, ...NO_CODES } as const
    const bulks = [bulk(1, 'unknown', { attempt })]
    const lost = upload({ status: 'paused', pauseReason: 'unknown', bulks })
    expect(noticesOf(lost, NOW)).toEqual([{ name: 'unknown', batch: 1, rows: 2000 }])
    const settled = bulk(1, 'unknown', { attempt: { ...attempt, state: 'written_off' } })
    expect(noticesOf(upload({ status: 'completed', bulks: [settled] }), NOW)).toEqual([
      { name: 'writtenOff', batch: 1, rows: 2000, attemptId: 'a' },
    ])
  })

  it('distinguish a rate limit, an unresponsive service and one that refuses requests', () => {
    const nextTryAt = new Date(NOW + 42_000).toISOString()
    const failingSince = new Date(NOW - 60_000).toISOString()
    const attempt = { id: 'a', state: 'not_sent', number: 1, httpStatus: 429, ...NO_CODES } as const
    const waiting = (of: BulkView['attempt'], unansweredSince: string | null = null) =>
      upload({ failingSince, unansweredSince, bulks: [bulk(1, 'waiting', { nextTryAt, attempt: of })] })
    expect(noticesOf(waiting(attempt), NOW)).toEqual([{ name: 'slowed', until: nextTryAt }])
    expect(noticesOf(waiting(attempt), NOW + 41_000)).toEqual([])
    const late = { until: nextTryAt, since: failingSince }
    const refused = { ...attempt, httpStatus: 404 }
    expect(noticesOf(waiting(refused), NOW)).toEqual([{ name: 'turnedAway', ...late, status: 404 }])
    const since = new Date(NOW - 20_000).toISOString()
    for (const one of [waiting({ ...attempt, httpStatus: null }), waiting(null)])
      expect(noticesOf(one, NOW)).toEqual([{ name: 'notAnswering', ...late }])
    for (const one of [waiting(attempt, since), waiting(refused, since)])
      expect(noticesOf(one, NOW)).toEqual([{ name: 'notAnswering', ...late, since }])
  })

  it('report a delay on our side when the next batch was due a minute ago', () => {
    const first = upload({ status: 'waiting', bulks: [bulk(1, 'waiting'), bulk(2, 'waiting')] })
    expect(noticesOf(first, NOW)).toEqual([{ name: 'delayed', since: first.createdAt }])
    expect(noticesOf(first, Date.parse(first.createdAt) + 50_000)).toEqual([])
    const resumed = bulk(1, 'waiting', { nextTryAt: '2026-03-02T14:11:30.000Z' })
    expect(noticesOf({ ...first, bulks: [resumed] }, NOW)).toEqual([])
    expect(noticesOf({ ...first, bulks: [resumed] }, NOW + 60_000)).toMatchObject([{ name: 'delayed' }])
    expect(noticesOf({ ...first, bulks: [bulk(1, 'sending'), bulk(2, 'waiting')] }, NOW)).toEqual([])
    expect(noticesOf(upload(), NOW + 60_000)).toEqual([
      { name: 'delayed', since: '2026-03-02T14:11:50.000Z' },
    ])
  })

  it('report when there was no progress for ten minutes', () => {
    const lastMovementAt = '2026-03-02T14:01:00.000Z'
    const still = upload({ bulks: [bulk(1, 'processing', { lastMovementAt, answered: 3 })] })
    expect(noticesOf(still, NOW)).toEqual([{ name: 'stalled', since: lastMovementAt }])
    expect(noticesOf(still, NOW - 5 * 60_000)).toEqual([])
    const lively = bulk(2, 'completed', { lastMovementAt: '2026-03-02T14:11:00.000Z' })
    expect(noticesOf({ ...still, bulks: [...still.bulks, lively] }, NOW)).toEqual([])
  })

  it('name the batches that the provider refused, with its own codes', () => {
    const attempt = { id: 'a', state: 'rejected', number: 1, httpStatus: 400, ...NO_CODES } as const
    const refused = (number: number, upstreamCode: string | null) =>
      bulk(number, 'rejected', { size: 10, attempt: { ...attempt, upstreamCode } })
    const bulks = [bulk(1, 'completed'), refused(2, 'invalid_name_format'), refused(4, 'invalid_name_format')]
    expect(noticesOf(upload({ status: 'completed', bulks }), NOW)).toEqual([
      { name: 'refused', batches: [2, 4], rows: 20, code: 'invalid_name_format' },
    ])
    expect(noticesOf(upload({ bulks: [refused(1, null)] }), NOW)).toMatchObject([{ code: 'none' }])
  })

  it('report withheld, failed and stopped rows', () => {
    const withheld = upload({ bulks: [bulk(2, 'completed', { withheld: 'indexes', answered: 0 })] })
    expect(noticesOf(withheld, NOW)).toEqual([{ name: 'withheld', batch: 2, rows: 2000 }])
    const gone = bulk(2, 'processing', { withheld: 'missing_upstream', answered: 500, upstreamId: 'u-2' })
    expect(noticesOf(upload({ bulks: [gone] }), NOW)).toEqual([
      { name: 'missing', batch: 2, rows: 1500, id: 'u-2' },
    ])
    const failed = upload({ status: 'completed', counts: { ...noCounts(), match: 4664, failed: 36 } })
    expect(noticesOf(failed, NOW)).toEqual([{ name: 'failures', rows: 36 }])
    expect(noticesOf(upload({ status: 'stopped', notSent: 712 }), NOW)).toEqual([
      { name: 'stopped', rows: 712 },
    ])
  })
})

describe('the state of an upload', () => {
  it('reaches 100 percent only when nothing is missing', () => {
    expect(percentOf(1999, 2000)).toBe(99)
    expect(percentOf(2000, 2000)).toBe(100)
    expect(percentOf(0, 0)).toBe(100)
  })

  it('starts the tab’s title while it runs', () => {
    const [english, french] = [translator('en', 'bulk'), translator('fr', 'bulk')]
    expect(uploadTitle(upload(), english)).toBe('42% supplier-master.csv · Accord')
    expect(uploadTitle(upload(), french)).toBe('42\u202f% supplier-master.csv · Accord')
    const finished = upload({ finishedAt: '2026-03-02T14:15:00.000Z' })
    expect(uploadTitle(finished, english)).toBe('supplier-master.csv · Accord')
  })

  it('has a tile for unknown outcomes only when there are some', () => {
    expect(tilesOf(noCounts())).not.toContain('unknown')
    expect(tilesOf({ ...noCounts(), unknown: 1 })).toHaveLength(8)
  })

  it('has numbers in the list that add up to its rows', () => {
    const common = numbersOf([{ counts: noCounts() }])
    expect(common).toEqual(['match', 'close_match', 'no_match', 'account_not_verifiable', 'failed'])
    const counts = { ...noCounts(), match: 4, account_not_verifiable: 3, rejected: 2, unknown: 1 }
    const shown = numbersOf([{ counts: noCounts() }, { counts }])
    expect(shown.reduce((sum, result) => sum + counts[result], 0)).toBe(totalCount(counts))
  })
})

describe('the rows on the screen', () => {
  it('are the newest results while it runs, and the whole file when done', () => {
    const none = { result: [], reason: [], review: [], order: null, only: null }
    expect(rowsRequestOf(true, none)).toMatchObject({ order: 'newest' })
    expect(rowsWith(upload(), rowsRequestOf(true, none).results)).toBe(2000)
    expect(rowsRequestOf(false, none)).toEqual({
      ...{ results: [], reasons: [], reviews: [] },
      ...{ order: 'row', only: null },
    })
    expect(rowsWith(upload(), [])).toBe(4712)
    expect(rowsWith(upload(), ['match', 'not_sent'])).toBe(2012)
  })
})

describe('an event', () => {
  const event = (more: Partial<UploadProgress> = {}): UploadProgress => {
    const { id, version, status, pauseReason, counts, total, notSent, fileRows, finishedAt, bulks } = upload()
    return { id, version, status, pauseReason, counts, total, notSent, fileRows, finishedAt, bulks, ...more }
  }

  it('updates the counts and keeps what it does not contain', () => {
    const counts = { ...noCounts(), match: 2100, waiting: 2600 }
    const next = withProgress(upload(), event({ version: 6, counts }))
    expect(next.counts.match).toBe(2100)
    expect(next.createdBy.name).toBe('Camille Roux')
    expect(next.bulks[0]?.id).toBe('b1')
  })

  it('that is older changes nothing', () => {
    const view = upload()
    expect(withProgress(view, event({ version: 4, counts: noCounts() }))).toBe(view)
  })

  it('with another status refetches the upload', () => {
    expect(needsRefetch(upload(), event())).toBe(false)
    expect(needsRefetch(upload(), event({ status: 'paused' }))).toBe(true)
    const bulks = [bulk(1, 'completed'), bulk(2, 'completed'), bulk(3, 'waiting')]
    expect(needsRefetch(upload(), event({ bulks }))).toBe(true)
  })
})
