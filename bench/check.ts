import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { withCheckDigits } from '@/lib/iban/checksum'
import { cloneDatabase, dropDatabase } from '../scripts/postgres/database.mjs'
import { buildForTest } from '../scripts/prepare/install.mjs'
import { callOnce } from '../scripts/processes/lifecycle.mjs'
import { freePort } from '../scripts/processes/ports.mjs'
import { web } from '../scripts/processes/programs.mjs'
import { waitForWeb } from '../scripts/processes/ready.mjs'
import './live/next.mjs'
import { APP_ROLE, SERVICE_ROLE } from '../scripts/postgres/server.mjs'
import { ensureTemplate } from '../scripts/testing/template.mjs'
import { killProcess } from '../worker/testing/worker'
import { startBenchServer } from './office/server'
import { BENCH_CLIENT, officeSettings } from './office/settings'
import { onShutdown } from './office/shutdown'
import { percentile, printFigure } from './report/report'

// `npm run bench -- check`: the latency of a check through our route, compared with the provider alone, which answers
// in 200 ms. One check after the other; 20 people with a check per second each, twenty times the provider's rate limit;
// and 20 at the same moment, without a goal, because they compete for the cores. A production build with the product's
// flags, against a PostgreSQL that waits for its disk.

const LATENCY_MS = 200
const ROUNDS = 150
const WARM_UP_ROUNDS = 15
const PEOPLE = 20
const CHECKS_PER_PERSON = 20
const BURSTS = 5

const children: ChildProcess[] = []

/** Starts a program that reports its port. */
async function startProgram(file: string): Promise<number> {
  const child = fork(file, {
    execArgv: ['--import', './scripts/register.mjs', '--import', './bench/live/next.mjs'],
    env: process.env,
  })
  children.push(child)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return port
}

const agent = new http.Agent({ keepAlive: true })

/** @returns milliseconds until the complete response */
function post(url: string, headers: Record<string, string>, body: object): Promise<number> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const request = http.request(url, {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/json', ...headers },
    })
    request.once('error', reject)
    request.once('response', async (response) => {
      let text = ''
      for await (const piece of response) text += piece
      if (response.statusCode === 200) resolve(performance.now() - started)
      else reject(new Error(`${url}: ${response.statusCode} ${text}`))
    })
    request.end(JSON.stringify(body))
  })
}

async function requestToken(provider: string): Promise<string> {
  const { VERIFICATION_CLIENT_ID: id = '', VERIFICATION_CLIENT_SECRET: secret = '' } = process.env
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret }
  const answer = await fetch(`${provider}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return token
}

const buildDir = await buildForTest()
const server = await startBenchServer()
const database = `accord_bench_${randomBytes(4).toString('hex')}`
await cloneDatabase(server.url('postgres'), database, await ensureTemplate(server))
const port = (await freePort()) as number
Object.assign(process.env, {
  ...officeSettings(server.url(database, APP_ROLE)),
  ...BENCH_CLIENT,
  DATABASE_SERVICE_URL: server.url(database, SERVICE_ROLE),
  NEXTAUTH_URL: `http://127.0.0.1:${port}`,
  DATA_DIR: server.home,
  BOOT_ID: 'bench',
  BENCH_LATENCY_MS: `${LATENCY_MS}`,
})

const close = callOnce(async () => {
  await Promise.all(children.map(killProcess))
  agent.destroy()
  await dropDatabase(server.url('postgres'), database)
  await server.stop()
})
onShutdown(close)
try {
  const provider = `http://127.0.0.1:${await startProgram('bench/check/provider.ts')}/api-v1`
  process.env.VERIFICATION_BASE_URL = provider
  const authorization = `Bearer ${await requestToken(provider)}`
  const { budgetsSetting } = await import('@/lib/upstream/budget.server')
  const { seedConnection } = await import('@/lib/connections/active.server')
  const { insertPerson } = await import('@/lib/auth/testing/people')
  const { db } = await import('@/lib/platform/db.server')
  await seedConnection()
  // the shared rate limit is not what is measured
  await budgetsSetting.save({ single_post: 1_000_000, person: 1_000_000 })
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => insertPerson()))
  const cookies = people.map(({ cookie }) => cookie)
  const { args, env } = web({ host: '127.0.0.1', port, buildDir }, process.env as Record<string, string>)
  children.push(spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }))
  await waitForWeb(`http://127.0.0.1:${port}`, 'bench')

  let accounts = 0
  const nextIban = () => withCheckDigits('DE', `37040044${`${++accounts}`.padStart(10, '0')}`)
  const checkAtProvider = () =>
    post(
      `${provider}/account-holder-verifications`,
      { authorization },
      { account: { iban: nextIban() }, account_holder: { name: 'Payee' } },
    )
  const checkAtOurs = (cookie: string | undefined) =>
    post(
      `http://127.0.0.1:${port}/api/verifications`,
      { cookie: cookie ?? '', origin: `http://127.0.0.1:${port}`, 'idempotency-key': randomUUID() },
      { iban: nextIban(), name: 'Payee', environment: 'live' },
    )

  const providerTimes: number[] = []
  const sequential: number[] = []
  for (let round = 0; round < ROUNDS + WARM_UP_ROUNDS; round++) {
    const times = [await checkAtProvider(), await checkAtOurs(cookies[0])] as const
    if (round < WARM_UP_ROUNDS) continue
    providerTimes.push(times[0])
    sequential.push(times[1])
  }
  const concurrent: number[] = []
  const started = performance.now()
  await Promise.all(
    cookies.map(async (cookie, person) => {
      for (let n = 0; n < CHECKS_PER_PERSON; n++) {
        await sleep(Math.max(0, started + 1_000 * (n + person / PEOPLE) - performance.now()))
        concurrent.push(await checkAtOurs(cookie))
      }
    }),
  )
  const burst: number[] = []
  for (let n = 0; n < BURSTS; n++) burst.push(...(await Promise.all(cookies.map(checkAtOurs))))
  await db().$disconnect()

  const baseline = percentile(providerTimes, 0.5)
  const print = (name: string, times: number[], share: number, max?: number) => {
    const ms = percentile(times, share)
    return printFigure(name, ms / baseline, { max }, `${ms.toFixed(1)} ms`)
  }
  console.log('Each check is of another IBAN, from request to last byte.')
  const met = [
    print('the provider alone, p50', providerTimes, 0.5),
    print('one after the other, p50', sequential, 0.5, 1.15),
    print('one after the other, p95', sequential, 0.95),
    print('20 people at once, p50', concurrent, 0.5),
    print('20 people at once, p95', concurrent, 0.95, 1.4),
    print('20 at the same moment, p50', burst, 0.5),
    print('20 at the same moment, p95', burst, 0.95),
  ]
  process.exitCode = met.every(Boolean) ? 0 : 1
} finally {
  await close()
}
