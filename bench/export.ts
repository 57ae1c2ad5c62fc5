// `npm run bench -- export`: every export format of an upload of 100,000 rows, over HTTP from its own office: time to
// the first and last byte, and how much more memory web and worker use. Fails when a goal is missed.
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { request } from '@playwright/test'
import { withClient } from '../scripts/postgres/database.mjs'
import { runWithCleanup } from '../scripts/processes/lifecycle.mjs'
import { signIn, startWritableDemo } from './pages/office'
import { MIB, residentMemory } from './report/memory'

const ROWS = 100_000
const MAX_FIRST_BYTE_MS = 1_000
const MAX_MEMORY_MIB = 50
const EXPORTS = [
  'export?format=original',
  'export/table?format=csv',
  'export/table?format=xlsx',
  'export/table?format=json',
  'evidence/pack',
]

type Client = { query: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, string>[] }> }

/** Made-up accounts with the structure of German ones. */
const line = (n: number) =>
  `DE${10 + (n % 80)}37040044${String(n).padStart(10, '0')};Holder number ${n};Invoice ${n}\r\n`

/** Creates a completed upload with this number of rows. @returns its ID */
async function seedUpload(client: Client, rows: number): Promise<string> {
  const { encrypt } = await import('@/lib/platform/crypto.server')
  const id = randomUUID()
  const original = `IBAN;Name;Note\r\n${Array.from({ length: rows }, (_, n) => line(n + 1)).join('')}`
  const reading = {
    table: { encoding: 'utf-8', delimiter: ';', headerRow: 1, lineEnd: 'CRLF', bom: false },
    map: { iban: 0, name: [1], instead: [], reference: 2, note: null },
  }
  const hash = createHash('sha256').update(original).digest('hex')
  const { rows: users } = await client.query(`select id from users where email = 'analyst@accord.test'`)
  const analyst = users[0]?.id
  await client.query(
    `insert into uploads (id, file_name, file_hash, reading, file_rows, total, not_sent, state, comparison, created_by_id, count_match)
     values ($1, 'bench.csv', $2, $3, $4, $4, 0, 'completed', '{"edited": 0}', $5, $4)`,
    [id, hash, JSON.stringify(reading), rows, analyst],
  )
  await client.query(
    `with made as (
       insert into verifications (id, environment, source, name, name_search, iban, country, requested_by_id, status,
                                  match_result, matched_name, upload_id, answered_at)
       select gen_random_uuid(), 'live', 'bulk', 'Holder number ' || n, 'holder number ' || n,
              'DE' || 10 + n % 80 || '37040044' || lpad(n::text, 10, '0'), 'DE', $2, 'completed', 'match', null, $1, now()
         from generate_series(1, $3::int) n returning id, name)
     insert into upload_rows (upload_id, number, verification_id, name)
     select $1, split_part(name, ' ', 3)::int, id, name from made`,
    [id, analyst, rows],
  )
  await client.query('insert into upload_originals (upload_id, cipher, bytes) values ($1, $2, $3)', [
    id,
    encrypt(original, `upload_originals|cipher|${id}`),
    original.length,
  ])
  await client.query('analyze')
  return id
}

/** @returns the Cookie header of a signed-in analyst */
async function cookieOfAnalyst(base: string): Promise<string> {
  const context = await request.newContext({ baseURL: base })
  await signIn(context, base, 'analyst')
  const { cookies } = await context.storageState()
  await context.dispose()
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

type Measurement = { first: number; total: number; bytes: number; web: number; worker: number }

async function measure(
  url: string,
  cookie: string,
  pids: { web: number; worker: number },
): Promise<Measurement> {
  const before = { web: residentMemory(pids.web), worker: residentMemory(pids.worker) }
  const peak = { ...before }
  const sample = () => {
    peak.web = Math.max(peak.web, residentMemory(pids.web))
    peak.worker = Math.max(peak.worker, residentMemory(pids.worker))
  }
  const timer = setInterval(sample, 20)
  const start = performance.now()
  let first = 0
  let bytes = 0
  const answer = await fetch(url, { headers: { cookie } })
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  for await (const piece of answer.body) {
    if (bytes === 0) first = performance.now() - start
    bytes += piece.length
  }
  const total = performance.now() - start
  sample()
  clearInterval(timer)
  return {
    first,
    total,
    bytes,
    web: (peak.web - before.web) / MIB,
    worker: (peak.worker - before.worker) / MIB,
  }
}

function pidsOf(record: string): { web: number; worker: number } {
  const { processes } = JSON.parse(fs.readFileSync(record, 'utf8')) as {
    processes: { name: string; pid: number }[]
  }
  const pid = (name: string) => processes.find((one) => one.name === name)?.pid ?? 0
  return { web: pid('web'), worker: pid('worker 1') }
}

function printExport(name: string, { first, total, bytes, web, worker }: Measurement): boolean {
  const met = first < MAX_FIRST_BYTE_MS && web <= MAX_MEMORY_MIB && worker <= MAX_MEMORY_MIB
  const numbers = [
    `first byte ${first.toFixed(0).padStart(5)} ms`,
    `last ${total.toFixed(0).padStart(6)} ms`,
    `${(bytes / MIB).toFixed(1).padStart(5)} MiB`,
    `web +${web.toFixed(0).padStart(3)} MiB`,
    `worker +${worker.toFixed(0).padStart(2)} MiB`,
  ]
  console.log(`${name.padEnd(26)} ${numbers.join('   ')}   ${met ? 'met' : 'NOT MET'}`)
  return met
}

await runWithCleanup(async (lifecycle) => {
  const office = await startWritableDemo(lifecycle)
  try {
    const url = office.env.DATABASE_URL ?? ''
    const seed = (rows: number) => withClient(url, (client: Client) => seedUpload(client, rows))
    const [small, large] = [await seed(2_000), await seed(ROWS)]
    const base = office.env.BASE_URL ?? ''
    const cookie = await cookieOfAnalyst(base)
    const pids = pidsOf(office.env.OFFICE_PROCESSES ?? '')
    const urlOf = (id: string, form: string) => `${base}/api/uploads/${id}/${form}`
    // warm-up: small exports load and compile the code
    for (let round = 0; round < 3; round++)
      for (const form of EXPORTS) await measure(urlOf(small, form), cookie, pids)
    console.log(
      `${ROWS.toLocaleString('en')} rows; goals: first byte < ${MAX_FIRST_BYTE_MS} ms, at most +${MAX_MEMORY_MIB} MiB`,
    )
    const met: boolean[] = []
    for (const form of EXPORTS) met.push(printExport(form, await measure(urlOf(large, form), cookie, pids)))
    return met.every(Boolean) ? 0 : 1
  } finally {
    await office.close()
  }
})
