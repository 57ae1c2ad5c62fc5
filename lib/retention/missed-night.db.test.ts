import { expect, it } from 'vitest'
import { db } from '@/lib/platform/db.server'
import { SCHEDULES } from '@/lib/platform/queue/queues'
import { nightlySchedule } from '@/lib/retention/cutoff.server'
import { runNightIfDue } from '@/lib/retention/night.server'

/** The UTC offset of a zone where it is early afternoon now. */
const east = 14 - new Date().getUTCHours()
process.env.TIME_ZONE = `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`

it('a run missed while no worker was running starts in the first minute afterwards, once', async () => {
  expect(SCHEDULES['retention.night']).toBe('* * * * *')
  expect(await db().retentionRun.count()).toBe(0)
  const { today } = await nightlySchedule()
  expect(await runNightIfDue()).toMatchObject({ day: today, finishedAt: expect.anything() })
  expect(await runNightIfDue()).toBeNull()
})
