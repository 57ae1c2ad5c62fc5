// `npm run bench -- bulk`: 100,000 rows in 50 bulks, from the upload to the last result, against a verification service
// without latency. Prints ratios; exits with 1 when a goal is missed. A number as argument sets the rows.
import { setTimeout as sleep } from 'node:timers/promises'
import { measureCopy } from './bulk/copy'
import { linesOfWorkbook } from './bulk/workbook'
import { openBenchOffice } from './office/office'
import { MIB, residentMemory } from './report/memory'
import { median, printLimits } from './report/report'

const ROWS = Number(process.argv[2] ?? 100_000)
const BULK_SIZE = 2_000
const PAGE_SIZE = 100
const CALLS_PER_MINUTE = 600
const ROUNDS = 3
const CHECK_INTERVAL_MS = 2_500

const office = await openBenchOffice()
const { db } = await import('@/lib/platform/db.server')
const { seedConnection } = await import('@/lib/connections/active.server')
const { compareUpload } = await import('@/lib/uploads/comparison/compare.server')
const { receiveUpload } = await import('@/lib/uploads/intake/receive.server')
const { keptRows, linesOf, requestOf } = await import('@/lib/uploads/testing/body')
const { closeQueue } = await import('@/lib/uploads/testing/office')
const { insertPerson } = await import('@/lib/auth/testing/people')
const { requestVerification } = await import('@/lib/verifications/check/request.server')

const queryOne = async <T>(sql: string): Promise<T> => (await office.query<T>(sql))[0] as T

type Analyst = Awaited<ReturnType<typeof insertPerson>>

/** Sends an upload as the browser does. @returns its ID, and how long the server took */
async function sendUpload(analyst: Analyst, request: Request): Promise<{ id: string; ms: number }> {
  const started = performance.now()
  const { id } = await receiveUpload(request, analyst)
  return { id, ms: performance.now() - started }
}

/** Compares an upload with its file as the worker does. @returns the duration in seconds */
async function measureComparison(id: string): Promise<number> {
  const started = performance.now()
  const comparison = await compareUpload(id)
  if (!comparison || comparison.problem) throw new Error(`not compared: ${comparison?.problem}`)
  return (performance.now() - started) / 1000
}

/** Alternates our intake with COPY. The first round uses a workbook, and the upload of the last one is kept. */
async function measureIntake(analyst: Analyst) {
  const lines = linesOf(keptRows(ROWS))
  const workbook = await linesOfWorkbook(keptRows(ROWS))
  const rounds: { ours: number; copy: number; comparison: number }[] = []
  for (let round = 1; ; round++) {
    const { id, ms } = await sendUpload(analyst, requestOf(round === 1 ? workbook : lines))
    rounds.push({ ours: ms, copy: await measureCopy(office.url), comparison: await measureComparison(id) })
    if (round === ROUNDS) {
      const ours = median(rounds.map(({ ours }) => ours))
      const [fromWorkbook = 0, ...fromText] = rounds.map(({ comparison }) => comparison)
      const ratio = median(rounds.map(({ ours, copy }) => ours / copy))
      return { id, ours, ratio, fromWorkbook, fromText: Math.max(...fromText) }
    }
    await office.query('truncate uploads, verifications, bulks, attempts cascade')
    await office.query('delete from pgboss.job')
  }
}

/** Runs single checks until stopped. @returns stops them; resolves with their durations and how many were queued */
function startSingleChecks(analyst: Analyst): () => Promise<{ times: number[]; queued: number }> {
  const times: number[] = []
  let queued = 0
  let stopped = false
  const running = (async () => {
    while (!stopped) {
      const started = performance.now()
      const input = { iban: 'DE89370400440532013000', name: 'Erika Mustermann', environment: 'live' } as const
      const { waiting } = await requestVerification(input, analyst)
      times.push(performance.now() - started)
      if (waiting) queued++
      await sleep(CHECK_INTERVAL_MS)
    }
  })()
  return async () => {
    stopped = true
    await running
    return { times, queued }
  }
}

/** Waits for the last result, and samples the memory of the worker. */
async function waitForCompletion(id: string, pid: number): Promise<{ ms: number; memory: number[] }> {
  const started = performance.now()
  const memory: number[] = []
  for (;;) {
    await sleep(500)
    memory.push(residentMemory(pid))
    const { state, answered } = await queryOne<{ state: string; answered: number }>(
      `select state::text as state, total - count_waiting as answered from uploads where id = '${id}'`,
    )
    if (memory.length % 20 === 0) console.log(`  ${answered.toLocaleString('en')} answered`)
    if (state === 'completed') return { ms: performance.now() - started, memory }
    if (state === 'paused') throw new Error('the upload was paused')
  }
}

/** @returns the number of results that differ from the provider's, by bulk and index, or are missing on one side */
const countDifferences = async (): Promise<number> =>
  (
    await queryOne<{ n: number }>(`
      select count(*)::int as n
        from (select b.upstream_id as upstream_bulk_id, v.* from verifications v join bulks b on b.id = v.bulk_id) ours
        full join (select * from service.verifications where bulk_id is not null) theirs
          on theirs.bulk_id::text = ours.upstream_bulk_id and theirs.item_index = ours.item_index
       where ours.id is null or theirs.id is null or theirs.iban <> ours.iban or theirs.name <> ours.name
          or theirs.status <> ours.status::text
          or theirs.match_result is distinct from ours.match_result::text
          or (case when ours.match_result = 'close_match' then theirs.matched_name end) is distinct from ours.matched_name
          or theirs.status_reason is distinct from ours.status_reason`)
  ).n

try {
  await office.start('service')
  await seedConnection()
  await db().connection.updateMany({ data: { bulkSize: BULK_SIZE } })
  const [analyst, colleague] = [await insertPerson(), await insertPerson()]
  const { id, ours, ratio, fromWorkbook, fromText } = await measureIntake(analyst)
  console.log(`${ROWS.toLocaleString('en')} rows stored in ${ours.toFixed(0)} ms, ${ratio.toFixed(2)} × COPY`)
  const pid = await office.start('worker 1')
  const stopChecks = startSingleChecks(colleague)
  const { ms, memory } = await waitForCompletion(id, pid)
  const { times, queued } = await stopChecks()
  const bulks = Math.ceil(ROWS / BULK_SIZE)
  const minCalls = bulks + Math.ceil(ROWS / PAGE_SIZE) + bulks
  const { calls } = await queryOne<{ calls: number }>(
    "select count(*)::int as calls from upstream_calls where lane = 'bulk'",
  )
  const { lastBulk } = await queryOne<{ lastBulk: number }>(
    'select extract(epoch from finished_at - created_at)::float as "lastBulk" from service.bulks order by created_at desc limit 1',
  )
  const minSeconds = (minCalls / CALLS_PER_MINUTE) * 60 + lastBulk
  const afterWarmUp = memory.slice(Math.floor(memory.length / 5), Math.floor((memory.length * 2) / 5))
  const atEnd = memory.slice(-afterWarmUp.length)
  console.log(
    `finished in ${(ms / 1000).toFixed(1)} s, bound ${minSeconds.toFixed(1)} s; ${calls} calls, at least ${minCalls}; ` +
      `worker ${(median(afterWarmUp) / MIB).toFixed(0)} MB, at the end ${(median(atEnd) / MIB).toFixed(0)} MB; ` +
      `${times.length} checks meanwhile, median ${median(times).toFixed(0)} ms`,
  )
  process.exitCode = printLimits([
    ['results that are not the provider’s', await countDifferences(), 0],
    // the goal is the time from the click on Send to the live page; this is the server's part
    ['rows stored, s', ours / 1000, 10],
    ['compared with a text file, s', fromText, 3],
    ['compared with a workbook, s', fromWorkbook, 15],
    ['time to finish / bound', ms / 1000 / minSeconds, 1.1],
    ['provider calls / minimum', calls / minCalls, 1.2],
    ['memory of the worker, end / begin', median(atEnd) / median(afterWarmUp), 1.15],
    ['longest single check meanwhile, s', Math.max(...times) / 1000, 2],
    ['single checks that had to wait', queued, 0],
  ])
  await closeQueue()
} finally {
  await db().$disconnect()
  await office.close()
}
