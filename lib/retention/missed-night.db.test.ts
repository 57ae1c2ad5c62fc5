import { expect, it, vi } from 'vitest'
import { db } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import { RetryJobError } from '@/lib/platform/queue/queue.server'
import { SCHEDULES } from '@/lib/platform/queue/queues'
import { queryAsOwner } from '@/lib/platform/testing/database'
import { nightlySchedule } from '@/lib/retention/cutoff.server'
import { requestErasure } from '@/lib/retention/erasure/request.server'
import { runNightIfDue } from '@/lib/retention/night.server'
import { allowRedaction } from '@/lib/retention/strip.server'
import { ageData, asRetention, createRetentionOffice, subjectOf } from '@/lib/retention/testing/runs'
import { createAnsweredCheck } from '@/lib/reviews/testing/fixtures'

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

it('a run in which one erasure fails does all else, and its job fails until the run is finished', async () => {
  await queryAsOwner('delete from retention_runs')
  const { admin, reviewer, analyst } = await createRetentionOffice()
  const old = await createAnsweredCheck(analyst.actor, { names: ['Olga Overdue', 'Olga Overdu'] })
  await ageData(430)
  const young = await createAnsweredCheck(analyst.actor, { names: ['Yves Younger', 'Yves Young'] })
  const erasures: string[] = []
  for (const name of ['Fred Failing', 'Yves Younger'])
    erasures.push((await requestErasure({ subject: subjectOf('name', name), reason: 'x' }, admin)).id)
  await asRetention(`update erasures set confirmed_by_id = '${reviewer.actor.id}', confirmed_at = now()`)
  const { subjectCipher: cipher } = await db().erasure.findUniqueOrThrow({ where: { id: erasures[0] ?? '' } })
  await asRetention(`update erasures set subject_cipher = '\\x00' where id = '${erasures[0]}'`)

  const logged = vi.spyOn(logger, 'error').mockImplementation(() => {})
  await expect(runNightIfDue()).rejects.toThrow(RetryJobError)
  expect(logged.mock.calls).toEqual([
    [{ error: expect.any(Error), step: `erasure ${erasures[0]}` }, 'a step failed'],
  ])
  const applied = await db().erasure.findMany({ where: { appliedAt: { not: null } } })
  expect(applied.map(({ id }) => id)).toEqual([erasures[1]])
  const purged = await db().verification.findMany({ where: { purgedAt: { not: null } } })
  expect(purged.map(({ id }) => id).sort()).toEqual([old, young].sort())
  // within the lease, no worker repeats the run, and the page doesn't call it done
  await expect(runNightIfDue()).rejects.toThrow(RetryJobError)
  expect(logged).toHaveBeenCalledTimes(1)

  await db().$transaction(async (tx) => {
    await allowRedaction(tx)
    await tx.erasure.update({ where: { id: erasures[0] ?? '' }, data: { subjectCipher: cipher } })
  })
  await db().retentionRun.updateMany({ data: { leaseUntil: new Date(0) } })
  expect(await runNightIfDue()).toMatchObject({ finishedAt: expect.anything(), purged: { checks: 1 } })
  expect(await runNightIfDue()).toBeNull()
})

it('a run that can’t look for the subjects of a restored backup deletes nothing until it can', async () => {
  await queryAsOwner('delete from retention_runs')
  const { admin, reviewer, analyst } = await createRetentionOffice()
  const old = await createAnsweredCheck(analyst.actor, { names: ['Rosa Restored', 'Rosa Restor'] })
  await ageData(430)
  const { id } = await requestErasure({ subject: subjectOf('name', 'Rosa Restored'), reason: 'x' }, admin)
  await asRetention(`update erasures set confirmed_by_id = '${reviewer.actor.id}', confirmed_at = now(),
    subject_cipher = null where id = '${id}'`)
  await queryAsOwner(`create trigger broken before update on erasures execute function audit_append_only()`)
  await expect(runNightIfDue()).rejects.toThrow()
  expect((await db().verification.findUniqueOrThrow({ where: { id: old } })).name).toBe('Rosa Restored')

  await queryAsOwner('drop trigger broken on erasures')
  await db().retentionRun.updateMany({ data: { leaseUntil: new Date(0) } })
  expect(await runNightIfDue()).toMatchObject({ finishedAt: expect.anything() })
  const erasure = await db().erasure.findUniqueOrThrow({ where: { id } })
  expect([erasure.appliedAt, erasure.erased]).toEqual([
    expect.any(Date),
    expect.objectContaining({ checks: 1 }),
  ])
})
