import 'server-only'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { LIVE_WORKERS } from '@/lib/http/readiness.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { queue } from '@/lib/platform/queue/queue.server'
import { QUEUES } from '@/lib/platform/queue/queues'
import { float8, type RowOf, select, text } from '@/lib/platform/sql/select.server'

/** Upper bounds of the histogram, in seconds. */
const BUCKETS = [0.05, 0.25, 1, 5]
type RouteStats = { count: number; seconds: number; within: number[] }

// Next bundles route handlers separately, but they share globalThis: one set of metrics per process.
const shared = globalThis as unknown as {
  accordServed?: Map<string, RouteStats>
  accordLag?: ReturnType<typeof monitorEventLoopDelay>
  accordInFlight?: number
}
const routeStats = () => {
  shared.accordServed ??= new Map()
  return shared.accordServed
}

/** Counts a response of this process. `route` is the route's name (routeName), never the requested path. */
export function countResponse(method: string, route: string, status: number, seconds: number): void {
  const labels = `method="${method}",route="${route}",status="${status}"`
  const one = routeStats().get(labels) ?? { count: 0, seconds: 0, within: BUCKETS.map(() => 0) }
  one.count++
  one.seconds += seconds
  one.within = one.within.map((count, at) => count + (seconds <= (BUCKETS[at] ?? 0) ? 1 : 0))
  routeStats().set(labels, one)
}

type MetricType = 'counter' | 'gauge' | 'histogram'
const family = (name: string, kind: MetricType, help: string, lines: string[]) => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${kind}`,
  ...lines,
]
const single = (name: string, kind: MetricType, help: string, value: number) =>
  family(name, kind, help, [`${name} ${value}`])

function requests(): string[] {
  const name = 'accord_http_request_duration_seconds'
  const lines = [...routeStats()].flatMap(([labels, { count, seconds, within }]) => [
    ...within.map((below, at) => `${name}_bucket{${labels},le="${BUCKETS[at]}"} ${below}`),
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${seconds}`,
    `${name}_count{${labels}} ${count}`,
  ])
  return family(name, 'histogram', 'Answers of the API by this web process.', lines)
}

function thisProcess(): string[] {
  if (!shared.accordLag) {
    shared.accordLag = monitorEventLoopDelay({ resolution: 20 })
    shared.accordLag.enable()
  }
  const lag = shared.accordLag.percentile(99) / 1e9
  shared.accordLag.reset()
  const { user, system } = process.cpuUsage()
  return [
    ...single(
      'process_resident_memory_bytes',
      'gauge',
      'Memory of this web process.',
      process.memoryUsage.rss(),
    ),
    ...single(
      'process_cpu_seconds_total',
      'counter',
      'Processor time of this web process.',
      (user + system) / 1e6,
    ),
    ...single(
      'accord_event_loop_lag_seconds',
      'gauge',
      'p99 since the last reading.',
      Number.isFinite(lag) ? lag : 0,
    ),
    ...single('accord_http_in_flight', 'gauge', 'Requests being answered.', shared.accordInFlight ?? 0),
  ]
}

const GAUGE = { name: text, help: text, label: text.or(null), value: text.or(null), count: float8 }

/** Metrics of the whole installation from its tables, the same in every process. Counts only. */
async function installationMetrics(): Promise<string[]> {
  const rows = await select(
    db(),
    GAUGE,
    Prisma.sql`
    select 'accord_workers' as name, 'Workers heard within 30 seconds.' as help, null as label, null as value,
           ${LIVE_WORKERS}::float as count
    union all select 'accord_attempts_open', 'Paid requests that wait, are on their way or lost their answer.', 'state', s.state,
           (select count(*)::float from attempts a where a.state = s.state::attempt_state) from unnest(array['ready','sending','unknown']) as s(state)
    union all select 'accord_uploads_open', 'Uploads that are not over.', 'state', s.state,
           (select count(*)::float from uploads u where u.state = s.state::upload_state) from unnest(array['comparing','waiting','processing','paused']) as s(state)
    union all select 'accord_reviews_open', 'Live reviews that wait for people.', 'state', s.state,
           (select count(*)::float from reviews r where r.environment = 'live' and r.state = s.state::review_state) from unnest(array['todo','second_approval','escalated']) as s(state)
    union all select 'accord_payment_runs_open', 'Payment runs with lines that have not left.', null, null, count(*)::float
      from payment_runs g where g.state = 'ready' and g.purged_at is null and g.lines > coalesce((
        select sum(p.lines) from payment_releases p where p.upload_id = g.upload_id and p.withdrawn_at is null), 0)
    union all select 'accord_payment_lines_released', 'Payment lines that left in a release.', null, null,
           coalesce(sum(lines), 0)::float from payment_releases where withdrawn_at is null
    union all select 'accord_payment_reports', 'Bank reports that were received.', null, null,
           count(*)::float from payment_reports
    union all select 'accord_webhook_deliveries_waiting', 'Events that still have to be delivered.', null, null,
           count(*)::float from webhook_deliveries where due_at is not null
    union all select 'accord_upstream_calls_last_minute', 'Calls to the bank service within a minute.', null, null,
           count(*)::float from upstream_calls where at > now() - interval '1 minute'
    union all select 'accord_audit_entries_total', 'Entries of the audit log.', null, null, seq::float from audit_head`,
  )
  const names = [...new Set(rows.map(({ name }) => name))]
  return names.flatMap((name) => {
    const mine = rows.filter((row) => row.name === name)
    const line = ({ label, value, count }: RowOf<typeof GAUGE>) =>
      `${name}${label ? `{${label}="${value}"}` : ''} ${count}`
    return family(name, name.endsWith('_total') ? 'counter' : 'gauge', mine[0]?.help ?? '', mine.map(line))
  })
}

const COUNTED = {
  ready: 'readyCount',
  later: 'deferredCount',
  active: 'activeCount',
  failed: 'failedCount',
} as const

/** The jobs of every queue as last counted by a worker; `dead` is the dead-letter queue. */
async function queueMetrics(): Promise<string[]> {
  const lines = (await (await queue()).getQueues(Object.keys(QUEUES))).flatMap((one) =>
    Object.entries(COUNTED).map(
      ([state, count]) => `accord_jobs{queue="${one.name}",state="${state}"} ${one[count]}`,
    ),
  )
  return family('accord_jobs', 'gauge', 'Jobs of the queues, counted every ten seconds.', lines)
}

/** All metrics in Prometheus' text format. An unavailable database is a value, not an error. */
export async function metricsText(): Promise<string> {
  const tables = await Promise.all([installationMetrics(), queueMetrics()]).catch(() => null)
  const lines = [
    ...single('accord_database_up', 'gauge', '1 when the database answers.', tables ? 1 : 0),
    ...(tables ?? []).flat(),
    ...thisProcess(),
    ...requests(),
  ]
  return `${lines.join('\n')}\n`
}
