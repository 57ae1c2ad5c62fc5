import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cutoffsOf, periodsSetting } from '@/lib/retention/cutoff.server'
import { fileDeletionOf } from '@/lib/retention/file-deletion.server'
import { DEFAULT_PERIODS, ORIGINAL_DAYS } from '@/lib/retention/periods'

const DAY = 24 * 60 * 60_000
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

describe('the deletion date of an original file', () => {
  it.each(ORIGINAL_DAYS)('is the first run that deletes it, after %i days', async (originalDays) => {
    const periods = { ...DEFAULT_PERIODS, originalDays, resultMonths: 3 as const }
    await periodsSetting.save(periods)
    const times = ['2026-01-31T23:59:59.000Z', '2026-02-28T12:00:00.000Z', '2026-03-01T00:00:00.000Z']
    for (const createdAt of [...times, '2026-07-04T12:00:00.000Z']) {
      const night = Date.parse((await fileDeletionOf({ id: randomUUID(), createdAt })).at)
      const due = async (day: number) => {
        const { originals, checks } = await cutoffsOf(periods, dayOf(day))
        return new Date(createdAt) < originals || new Date(createdAt) < checks
      }
      expect([await due(night - DAY), await due(night)], createdAt).toEqual([false, true])
    }
  })
})
