import { expect, it } from 'vitest'
import { cutoffsOf } from '@/lib/retention/cutoff.server'
import { fileDeletionOf } from '@/lib/retention/file-deletion.server'
import { DEFAULT_PERIODS } from '@/lib/retention/periods'

// clocks go back from 01:00 to 00:00 here, in 2026 on 25 October: this day begins twice
process.env.TIME_ZONE = 'Atlantic/Azores'

it('keeps what was created on a day until the same run, also where a clock change repeats midnight', async () => {
  const start = new Date('2026-10-25T00:00:00Z')
  expect((await cutoffsOf(DEFAULT_PERIODS, '2026-11-24')).originals).toEqual(start)
  expect((await cutoffsOf(DEFAULT_PERIODS, '2027-11-25')).checks).toEqual(start)
  expect((await cutoffsOf(DEFAULT_PERIODS, '2031-10-25')).records).toEqual(start)
})

it('deletes the file of such a day in the night that the page of its upload names', async () => {
  const createdAt = '2026-10-25T00:30:00.000Z'
  const { at } = await fileDeletionOf({ id: crypto.randomUUID(), createdAt })
  const due = async (day: string) => new Date(createdAt) < (await cutoffsOf(DEFAULT_PERIODS, day)).originals
  expect([at, await due('2026-11-24'), await due('2026-11-25')]).toEqual([
    '2026-11-25T03:00:00.000Z',
    false,
    true,
  ])
})
