import 'server-only'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { DeadJobView, JobsView, QueueView, RunState, ScheduleView, WorkedQueue } from '@/lib/jobs/view'
import { env } from '@/lib/platform/env.server'
import { queue } from '@/lib/platform/queue/queue.server'
import { QUEUES, type QueueName, SCHEDULES, type ScheduleName } from '@/lib/platform/queue/queues'

const MOST_SHOWN = 100
const WORKED = Object.keys(QUEUES).filter((name) => !(name in SCHEDULES) && name !== 'dead') as WorkedQueue[]

/** The state of the queues, the last runs of schedules, and dead jobs. Counts are from a worker's last poll. */
export async function readJobs(): Promise<JobsView> {
  const boss = await queue()
  const dead = await boss.findJobs('dead', { queued: true })
  const newest = dead.sort((a, b) => b.createdOn.getTime() - a.createdOn.getTime()).slice(0, MOST_SHOWN)
  return {
    queues: await queuesOf(boss),
    schedules: await schedulesOf(boss),
    timeZone: env().TIME_ZONE,
    dead: newest.map(deadView),
    deadCount: dead.length,
  }
}

async function queuesOf(boss: PgBoss): Promise<QueueView[]> {
  const found = new Map((await boss.getQueues(WORKED)).map((one) => [one.name, one]))
  return WORKED.map((name) => {
    const { readyCount = 0, deferredCount = 0, activeCount = 0, failedCount = 0 } = found.get(name) ?? {}
    return { name, ready: readyCount, later: deferredCount, active: activeCount, failed: failedCount }
  })
}

async function schedulesOf(boss: PgBoss): Promise<ScheduleView[]> {
  const found = new Map((await boss.getSchedules()).map(({ name, lastJobId }) => [name, lastJobId]))
  return Promise.all(
    (Object.keys(SCHEDULES) as ScheduleName[]).map(async (name) => {
      const id = found.get(name)
      const [job] = id ? await boss.findJobs(name, { id }) : []
      return { name, cron: SCHEDULES[name], lastRun: job ? runOf(job) : null }
    }),
  )
}

const STATES: Record<JobWithMetadata['state'], RunState> = {
  created: 'waiting',
  retry: 'waiting',
  active: 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'failed',
}

const runOf = ({ state, completedOn, startedOn, createdOn }: JobWithMetadata<unknown>) => ({
  state: STATES[state],
  at: (completedOn ?? startedOn ?? createdOn).toISOString(),
})

/** The reason of a failure: a worker reports one of our codes; a message of pg-boss means that the worker was lost. */
function whyOf(output: unknown): string {
  const said = (output ?? {}) as { message?: unknown; value?: { message?: unknown } }
  if (typeof said.value?.message === 'string') return 'worker_lost'
  return typeof said.message === 'string' && /^[a-z_]{1,40}$/.test(said.message) ? said.message : 'internal'
}

const deadView = (job: JobWithMetadata<unknown>): DeadJobView => ({
  id: job.id,
  queue: (job.sourceName ?? 'dead') as QueueName,
  about: job.singletonKey,
  tries: (job.sourceRetryCount ?? 0) + 1,
  failedAt: job.createdOn.toISOString(),
  why: whyOf(job.sourceOutput),
})
