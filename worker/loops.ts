import { queueChangedRuns } from '@/lib/payments/gate/changed-runs.server'
import { db } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import { decideByRules } from '@/lib/reviews/rules/decide.server'
import { requeueComparisons } from '@/lib/uploads/comparison-queue.server'
import { startPolls } from '@/lib/uploads/polling/poll.server'
import { reapBulks, requeueBulks } from '@/lib/uploads/sending/sweep.server'
import { reap } from '@/lib/verifications/check/sweep.server'
import { pollPendingChecks } from '@/lib/verifications/refresh/pending-checks.server'

const MAX_POLLS = 8
const polls = new Set<Promise<void>>()

/** Keeps up to eight polls running, each for as long as it takes. */
async function poll(): Promise<void> {
  for (const running of await startPolls(MAX_POLLS - polls.size)) {
    polls.add(running)
    running.finally(() => polls.delete(running))
  }
}

/** Marks overdue attempts as unknown and queues work whose job was lost. Bulks first, because of the lock order. */
async function sweep(): Promise<void> {
  await reapBulks()
  await reap()
  await requeueBulks()
  await requeueComparisons()
}

const heartbeat = (workerId: string) => db().$executeRaw`
  insert into worker_heartbeats (id, seen_at) values (${workerId}, now())
  on conflict (id) do update set seen_at = excluded.seen_at`

type Work = (workerId: string) => Promise<unknown>

/** Work that repeats every few seconds. What can wait a minute is scheduled (lib/platform/queue/queue-settings.mjs). */
const LOOPS: readonly { name: string; everyMs: number; run: Work }[] = [
  { name: 'heartbeat', everyMs: 5_000, run: heartbeat },
  { name: 'poll', everyMs: 500, run: poll },
  { name: 'sweep', everyMs: 3_000, run: sweep },
  { name: 'rules', everyMs: 1_000, run: decideByRules },
  { name: 'payment gates', everyMs: 1_000, run: queueChangedRuns },
  { name: 'awaited checks', everyMs: 30_000, run: pollPendingChecks },
]

type Loop = { stop: () => Promise<void> }

/** Starts all loops. @returns how to stop them: resolves when running work has ended */
export function startLoops(workerId: string): Loop {
  const loops = LOOPS.map(({ name, everyMs, run }) => every(everyMs, name, () => run(workerId)))
  const stop = async () => {
    await Promise.all(loops.map((loop) => loop.stop()))
    await Promise.all(polls)
    await db().$executeRaw`
      delete from worker_heartbeats where id = ${workerId} or seen_at < now() - interval '1 hour'`.catch(
      () => {},
    )
  }
  return { stop }
}

/** Runs never overlap: the next one starts `everyMs` after the last one ended, also when that one failed. */
function every(everyMs: number, name: string, run: () => Promise<unknown>): Loop {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let iteration: Promise<void> = Promise.resolve()
  const next = () => {
    iteration = run()
      .catch((error: unknown) => logger.error({ error, loop: name }, 'loop iteration failed'))
      .then(() => {
        if (!stopped) timer = setTimeout(next, everyMs)
      })
  }
  next()
  return {
    stop: () => {
      stopped = true
      clearTimeout(timer)
      return iteration
    },
  }
}
