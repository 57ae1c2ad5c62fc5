import { strToU8 } from 'fflate'
import { expect, it, vi } from 'vitest'
import { makeReport } from '@/lib/tables/testing/make-report'
import { parseReport } from './parse.server'

it('a report that takes longer to read than half a minute is refused, with what to do about it', async () => {
  const report = makeReport({ original: 'RUN', messageId: 'BANK', batches: [{ id: 'P1', lines: [] }] })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const refused = expect(parseReport(() => strToU8(report))).rejects.toMatchObject({
      ...{ status: 422, code: 'report_unreadable', message: expect.stringMatching(/Split it\.$/) },
    })
    await vi.waitUntil(() => vi.getTimerCount() > 0, { interval: 0 })
    vi.advanceTimersByTime(30_000)
    await refused
  } finally {
    vi.useRealTimers()
  }
})
