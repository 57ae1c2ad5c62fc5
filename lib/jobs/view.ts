import type { QueueName, ScheduleName } from '@/lib/platform/queue/queues'

export type WorkedQueue = Exclude<QueueName, ScheduleName | 'dead'>

/** Number of jobs that are ready, scheduled or waiting to retry (`later`), active, and recently failed. */
export type QueueView = { name: WorkedQueue; ready: number; later: number; active: number; failed: number }

export type RunState = 'waiting' | 'running' | 'done' | 'failed'

/** `lastRun` is null before the first run, or when the queue no longer keeps it. */
export type ScheduleView = {
  name: ScheduleName
  cron: string
  lastRun: { state: RunState; at: string } | null
}

/** A dead job: its last retry failed. */
export type DeadJobView = {
  id: string
  queue: QueueName
  /** ID of the delivery or upload it's about */
  about: string | null
  tries: number
  failedAt: string
  /** a code; the worker's log has the details */
  why: string
}

export type JobsView = {
  queues: QueueView[]
  schedules: ScheduleView[]
  timeZone: string
  /** the newest hundred */
  dead: DeadJobView[]
  deadCount: number
}
