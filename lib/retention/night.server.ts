import 'server-only'
import { record } from '@/lib/audit/record.server'
import { isoTime } from '@/lib/platform/days/iso-time'
import { db } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import { RetryJobError } from '@/lib/platform/queue/queue.server'
import { runSteps } from '@/lib/platform/queue/steps.server'
import { databaseNow } from '@/lib/platform/sql/now.server'
import { type Cutoffs, cutoffsOf, nightlySchedule, readPeriods } from '@/lib/retention/cutoff.server'
import { finishErasures, reopenErasures } from '@/lib/retention/erasure/erase.server'
import { purgePayments } from '@/lib/retention/payments/purge.server'
import {
  type Count,
  purgeChecks,
  purgeOriginals,
  purgeShortLived,
  purgeUploads,
  stopAbandonedUploads,
} from '@/lib/retention/purge.server'
import { purgeRecords } from '@/lib/retention/records.server'
import { unconfirmedRestore } from '@/lib/retention/restore.server'
import { analyzeTables } from '@/lib/retention/strip.server'
import { type NightCounts, NO_NIGHT, type Run } from '@/lib/retention/view'

/** Another worker takes over after this long without a heartbeat; what was purged stays counted. */
const LEASE_SECONDS = 120

/**
 * Called by the worker every minute: purges what is due once a day, from 02:00 in TIME_ZONE. Each batch is a short
 * transaction that also updates the day's report, so an interrupted run resumes where it stopped.
 * @returns the report when this call finished a run, else null
 * @throws RetryJobError as long as the run that is due isn't finished, so that its job doesn't look done
 */
export async function runNightIfDue(): Promise<Run | null> {
  const { today, due } = await nightlySchedule()
  if (!due) return null
  const run = await runNight(today)
  if (!run && (await db().retentionRun.count({ where: { day: today, finishedAt: null } })) > 0)
    throw new RetryJobError('run_unfinished')
  return run
}

/**
 * Runs the purge of one day; null when it is done or another worker has the lease. After a restore, nothing is deleted by
 * its age until an admin has confirmed the legal holds.
 * @throws RetryJobError when a step failed: the run stays unfinished and is repeated after the lease. Nothing is erased
 *   or deleted when the erasures that a restore undid, or their subjects, can't be read.
 */
export async function runNight(day: string): Promise<Run | null> {
  if (!(await claim(day))) return null
  const before = await cutoffsOf(await readPeriods(), day)
  const count = counter(day)
  await reopenErasures()
  await runSteps({
    finishErasures,
    purge: async () => {
      if (!(await unconfirmedRestore())) await purge(before, count)
    },
    analyzeTables,
  })
  const run = await finish(day)
  logger.info({ day, purged: run.purged }, 'retention run finished')
  return run
}

const purge = (before: Cutoffs, count: Count): Promise<void> =>
  runSteps({
    stopAbandonedUploads: () => stopAbandonedUploads(before.checks),
    purgeChecks: () => purgeChecks(before.checks, count),
    purgeOriginals: () => purgeOriginals(before, count),
    purgeUploads: () => purgeUploads(before.checks, count),
    purgePayments: () => purgePayments(before, count),
    purgeRecords: () => purgeRecords(before, count),
    purgeShortLived,
  })

const counter =
  (day: string): Count =>
  async (tx, counts) => {
    await tx.$executeRaw`
      update retention_runs r set lease_until = now() + make_interval(secs => ${LEASE_SECONDS}),
        purged = (select coalesce(jsonb_object_agg(key, total), '{}') from (
          select key, sum(value::int) as total from (
            select * from jsonb_each_text(r.purged) union all select * from jsonb_each_text(${JSON.stringify(counts)}::jsonb)
          ) both_counts group by key) sums)
       where day = ${day}`
  }

async function claim(day: string): Promise<boolean> {
  const claimed = await db().$executeRaw`
    insert into retention_runs as r (day, lease_until) values (${day}, now() + make_interval(secs => ${LEASE_SECONDS}))
    on conflict (day) do update set lease_until = excluded.lease_until
     where r.finished_at is null and r.lease_until < now()`
  return claimed > 0
}

const finish = (day: string): Promise<Run> =>
  db().$transaction(async (tx) => {
    const row = await tx.retentionRun.update({ where: { day }, data: { finishedAt: await databaseNow(tx) } })
    const run = toRun(row)
    await record({ by: { kind: 'system' }, action: 'retention.ran', details: { day, ...run.purged } }, tx)
    return run
  })

type Row = { day: string; startedAt: Date; finishedAt: Date | null; purged: unknown }

const toRun = ({ day, startedAt, finishedAt, purged }: Row): Run => ({
  day,
  startedAt: startedAt.toISOString(),
  finishedAt: isoTime(finishedAt),
  purged: { ...NO_NIGHT, ...(purged as Partial<NightCounts>) },
})

/** The latest run; null before the first one. */
export async function lastRun(): Promise<Run | null> {
  const row = await db().retentionRun.findFirst({ orderBy: { day: 'desc' } })
  return row && toRun(row)
}
