import type { QueueName, ScheduleName } from '@/lib/platform/queues'

export type WorkedQueue = Exclude<QueueName, ScheduleName | 'dead'>

/** What waits for a worker, for its time or its next try, is worked, and failed lately. */
export type QueueView = { name: WorkedQueue; ready: number; later: number; active: number; failed: number }

export type RunState = 'waiting' | 'running' | 'done' | 'failed'

/** `lastRun` null: not yet, or so long ago that the queue forgot it. */
export type ScheduleView = {
  name: ScheduleName
  cron: string
  lastRun: { state: RunState; at: string } | null
}

/** A job that failed for the last time. */
export type DeadJobView = {
  id: string
  queue: QueueName
  /** id of the delivery or upload it is about */
  about: string | null
  tries: number
  failedAt: string
  /** a code; the log of the worker says more */
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
