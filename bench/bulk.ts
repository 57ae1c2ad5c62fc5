// `npm run bench -- bulk`: 100,000 rows in 50 bulks, from the upload to the last result, against a verification service
// without latency. Prints ratios; exits with 1 when a goal is missed. A number as argument sets the rows.
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { timeOfCopy } from './bulk/copy'
import { linesOfWorkbook } from './bulk/workbook'
import { openOffice } from './office/office'

const ROWS = Number(process.argv[2] ?? 100_000)
const BULK = 2_000
const PER_PAGE = 100
const CALLS_A_MINUTE = 600
const ROUNDS = 3
const CHECK_EVERY_MS = 2_500
const MB = 1024 * 1024

const office = await openOffice()
const { db } = await import('@/lib/platform/db.server')
const { seedConnection } = await import('@/lib/connections/active.server')
const { compareUpload } = await import('@/lib/uploads/comparison/compare.server')
const { receiveUpload } = await import('@/lib/uploads/intake/receive.server')
const { keptRows, linesOf, requestOf } = await import('@/lib/uploads/testing/body')
const { closeQueue, person } = await import('@/lib/uploads/testing/office')
const { requestVerification } = await import('@/lib/verifications/check/request.server')

const median = (numbers: number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
const one = async <T>(text: string): Promise<T> => (await office.ask<T>(text))[0] as T

type Analyst = Awaited<ReturnType<typeof person>>

/** Sends the upload as the browser does. @returns its id, and how long the server took */
async function ingest(analyst: Analyst, request: Request): Promise<{ id: string; ms: number }> {
  const started = performance.now()
  const { id } = await receiveUpload(request, analyst)
  return { id, ms: performance.now() - started }
}

/** Compares it with its file as the worker does. @returns how long that took, in seconds */
async function compare(id: string): Promise<number> {
  const started = performance.now()
  const found = await compareUpload(id)
  if (!found || found.problem) throw new Error(`not compared: ${found?.problem}`)
  return (performance.now() - started) / 1000
}

/** Alternates our intake with COPY, first from a workbook; the last upload is kept. */
async function ingestAndCopy(analyst: Analyst) {
  const lines = linesOf(keptRows(ROWS))
  const workbook = await linesOfWorkbook(keptRows(ROWS))
  const rounds: { ours: number; copy: number; compared: number }[] = []
  for (let round = 1; ; round++) {
    const { id, ms } = await ingest(analyst, requestOf(round === 1 ? workbook : lines))
    rounds.push({ ours: ms, copy: await timeOfCopy(office.url), compared: await compare(id) })
    if (round === ROUNDS) {
      const ours = median(rounds.map((one) => one.ours))
      const [fromWorkbook = 0, ...fromText] = rounds.map((one) => one.compared)
      const ratio = median(rounds.map((one) => one.ours / one.copy))
      return { id, ours, ratio, fromWorkbook, fromText: Math.max(...fromText) }
    }
    await office.ask('truncate uploads, verifications, bulks, attempts cascade')
    await office.ask('delete from pgboss.job')
  }
}

const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024

/**
 * Runs single checks in the meantime. @returns a function that stops them and returns the time of each check and how
 * many waited
 */
function interactive(analyst: Analyst): () => Promise<{ times: number[]; queued: number }> {
  const times: number[] = []
  let queued = 0
  let ended = false
  const turn = (async () => {
    while (!ended) {
      const started = performance.now()
      const input = { iban: 'DE89370400440532013000', name: 'Erika Mustermann', environment: 'live' } as const
      const { waiting } = await requestVerification(input, analyst)
      times.push(performance.now() - started)
      if (waiting) queued++
      await sleep(CHECK_EVERY_MS)
    }
  })()
  return async () => {
    ended = true
    await turn
    return { times, queued }
  }
}

/** Waits for the last result and watches the worker. */
async function finish(id: string, pid: number): Promise<{ ms: number; memory: number[] }> {
  const started = performance.now()
  const memory: number[] = []
  for (;;) {
    await sleep(500)
    memory.push(memoryOf(pid))
    const { state, answered } = await one<{ state: string; answered: number }>(
      `select state::text as state, total - count_waiting as answered from uploads where id = '${id}'`,
    )
    if (memory.length % 20 === 0) console.log(`  ${answered.toLocaleString('en')} answered`)
    if (state === 'completed') return { ms: performance.now() - started, memory }
    if (state === 'paused') throw new Error('the upload was paused')
  }
}

/**
 * Compares our results with the provider's by bulk and index. @returns checks that differ, or are missing on one side
 */
const differing = async (): Promise<number> =>
  (
    await one<{ n: number }>(`
      select count(*)::int as n
        from (select b.upstream_id as bulk_known_as, v.* from verifications v join bulks b on b.id = v.bulk_id) ours
        full join (select * from service.verifications where bulk_id is not null) theirs
          on theirs.bulk_id::text = ours.bulk_known_as and theirs.item_index = ours.item_index
       where ours.id is null or theirs.id is null or theirs.iban <> ours.iban or theirs.name <> ours.name
          or theirs.status <> ours.status::text
          or theirs.match_result is distinct from ours.match_result::text
          or (case when ours.match_result = 'close_match' then theirs.matched_name end) is distinct from ours.matched_name
          or theirs.status_reason is distinct from ours.status_reason`)
  ).n

function report(goals: [string, number, number][]): number {
  for (const [name, value, most] of goals)
    console.log(
      `${name.padEnd(44)} ${value.toFixed(2).padStart(8)}  (at most ${most}) ${value <= most ? 'met' : 'NOT MET'}`,
    )
  return goals.every(([, value, most]) => value <= most) ? 0 : 1
}

try {
  await office.start('service')
  await seedConnection()
  await db().connection.updateMany({ data: { bulkSize: BULK } })
  const [analyst, colleague] = [await person(), await person()]
  const { id, ours, ratio, fromWorkbook, fromText } = await ingestAndCopy(analyst)
  console.log(`${ROWS.toLocaleString('en')} rows stored in ${ours.toFixed(0)} ms, ${ratio.toFixed(2)} × COPY`)
  const pid = await office.start('worker 1')
  const checks = interactive(colleague)
  const { ms, memory } = await finish(id, pid)
  const { times, queued } = await checks()
  const bulks = Math.ceil(ROWS / BULK)
  const least = bulks + Math.ceil(ROWS / PER_PAGE) + bulks
  const { calls } = await one<{ calls: number }>(
    "select count(*)::int as calls from upstream_calls where lane = 'bulk'",
  )
  const { last } = await one<{ last: number }>(
    'select extract(epoch from finished_at - created_at)::float as last from service.bulks order by created_at desc limit 1',
  )
  const bound = (least / CALLS_A_MINUTE) * 60 + last
  const warm = memory.slice(Math.floor(memory.length / 5), Math.floor((memory.length * 2) / 5))
  const late = memory.slice(-warm.length)
  console.log(
    `finished in ${(ms / 1000).toFixed(1)} s, bound ${bound.toFixed(1)} s; ${calls} calls, at least ${least}; ` +
      `worker ${(median(warm) / MB).toFixed(0)} MB, at the end ${(median(late) / MB).toFixed(0)} MB; ` +
      `${times.length} checks meanwhile, median ${median(times).toFixed(0)} ms`,
  )
  process.exitCode = report([
    ['results that are not the provider’s', await differing(), 0],
    // the goal is the time from the click on Send to the live page; this is the server's part
    ['rows stored, s', ours / 1000, 10],
    ['compared with a text file, s', fromText, 3],
    ['compared with a workbook, s', fromWorkbook, 15],
    ['time to finish / bound', ms / 1000 / bound, 1.1],
    ['provider calls / minimum', calls / least, 1.2],
    ['memory of the worker, end / begin', median(late) / median(warm), 1.15],
    ['longest single check meanwhile, s', Math.max(...times) / 1000, 2],
    ['single checks that had to wait', queued, 0],
  ])
  await closeQueue()
} finally {
  await db().$disconnect()
  await office.close()
}
