import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { withCheckDigits } from '@/lib/iban/testing/arbitraries'
import { cloneDatabase, dropDatabase } from '../scripts/postgres/database.mjs'
import { buildForTest } from '../scripts/prepare/install.mjs'
import { freePort } from '../scripts/processes/ports.mjs'
import { web } from '../scripts/processes/programs.mjs'
import { waitForWeb } from '../scripts/processes/ready.mjs'
import './live/next.mjs'
import { APP_ROLE, SERVICE_ROLE } from '../scripts/postgres/server.mjs'
import { ensureTemplate } from '../scripts/testing/template.mjs'
import { benchServer } from './office/database'
import { onlyOnce, onShutdown } from './office/shutdown'

// `npm run bench -- check`: the latency of a check through our route, compared with the provider alone, which answers
// in 200 ms. One check after the other; 20 people with a check per second each, twenty times the provider's rate limit;
// and 20 at the same moment, without a goal, because they compete for the cores. A production build with the product's
// flags, against a PostgreSQL that waits for its disk.

const LATENCY_MS = 200
const ROUNDS = 150
const WARM = 15
const PEOPLE = 20
const EACH = 20
const BURSTS = 5

const children: ChildProcess[] = []

/** Starts a program that reports its port. */
async function open(file: string): Promise<number> {
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

/** For measuring the provider alone. */
async function tokenOf(provider: string): Promise<string> {
  const { VERIFICATION_CLIENT_ID: id = '', VERIFICATION_CLIENT_SECRET: secret = '' } = process.env
  const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret }
  const answer = await fetch(`${provider}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return token
}

const at = (taken: number[], share: number) =>
  [...taken].sort((a, b) => a - b)[Math.floor(taken.length * share)] ?? 0

const buildDir = await buildForTest()
const server = await benchServer()
const database = `accord_bench_${randomBytes(4).toString('hex')}`
await cloneDatabase(server.url('postgres'), database, await ensureTemplate(server))
const port = (await freePort()) as number
const key = randomBytes(32).toString('base64')
Object.assign(process.env, {
  DATABASE_URL: server.url(database, APP_ROLE),
  DATABASE_SERVICE_URL: server.url(database, SERVICE_ROLE),
  NEXTAUTH_SECRET: key,
  NEXTAUTH_URL: `http://127.0.0.1:${port}`,
  ENCRYPTION_KEYS: `v1:${key}`,
  AUDIT_KEY: key,
  LOG_LEVEL: 'warn',
  DATA_DIR: server.home,
  BOOT_ID: 'bench',
  BENCH_LATENCY_MS: `${LATENCY_MS}`,
  VERIFICATION_CLIENT_ID: 'bench',
  VERIFICATION_CLIENT_SECRET: 'only-for-the-bench',
})

const close = onlyOnce(async () => {
  for (const child of children) {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await gone
  }
  agent.destroy()
  await dropDatabase(server.url('postgres'), database)
  await server.stop()
})
onShutdown(close)
try {
  const provider = `http://127.0.0.1:${await open('bench/check/provider.ts')}/api-v1`
  process.env.VERIFICATION_BASE_URL = provider
  const authorization = `Bearer ${await tokenOf(provider)}`
  const { openSession, SESSION_COOKIE } = await import('@/lib/auth/session.server')
  const { budgetsSetting } = await import('@/lib/upstream/budget.server')
  const { seedConnection } = await import('@/lib/connections/active.server')
  const { person } = await import('@/lib/reviews/testing/fixtures')
  const { db } = await import('@/lib/platform/db.server')
  await seedConnection()
  // the shared rate limit is not what is measured
  await budgetsSetting.save({ single_post: 1_000_000, person: 1_000_000 })
  const cookies = await Promise.all(
    Array.from(
      { length: PEOPLE },
      async () => `${SESSION_COOKIE.name}=${await openSession((await person('analyst')).actor.id)}`,
    ),
  )
  const { args, env } = web({ host: '127.0.0.1', port, buildDir }, process.env as Record<string, string>)
  children.push(spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }))
  await waitForWeb(`http://127.0.0.1:${port}`, 'bench')

  let accounts = 0
  const nextIban = () => withCheckDigits('DE', `37040044${`${++accounts}`.padStart(10, '0')}`)
  const askProvider = () =>
    post(
      `${provider}/account-holder-verifications`,
      { authorization },
      { account: { iban: nextIban() }, account_holder: { name: 'Payee' } },
    )
  const askOurs = (cookie: string | undefined) =>
    post(
      `http://127.0.0.1:${port}/api/verifications`,
      { cookie: cookie ?? '', origin: `http://127.0.0.1:${port}`, 'idempotency-key': randomUUID() },
      { iban: nextIban(), name: 'Payee', environment: 'live' },
    )

  const alone: number[] = []
  const inTurn: number[] = []
  for (let round = 0; round < ROUNDS + WARM; round++) {
    const times = [await askProvider(), await askOurs(cookies[0])] as const
    if (round < WARM) continue
    alone.push(times[0])
    inTurn.push(times[1])
  }
  const together: number[] = []
  const begin = performance.now()
  await Promise.all(
    cookies.map(async (cookie, n) => {
      for (let turn = 0; turn < EACH; turn++) {
        await sleep(Math.max(0, begin + 1_000 * (turn + n / PEOPLE) - performance.now()))
        together.push(await askOurs(cookie))
      }
    }),
  )
  const sameMoment: number[] = []
  for (let burst = 0; burst < BURSTS; burst++) sameMoment.push(...(await Promise.all(cookies.map(askOurs))))
  await db().$disconnect()

  let missed = 0
  const base = at(alone, 0.5)
  const say = (what: string, taken: number[], share: number, goal?: number) => {
    const ms = at(taken, share)
    const met = goal === undefined || ms <= goal * base
    if (!met) missed++
    const verdict = goal === undefined ? '' : `   goal ≤ ${goal}   ${met ? 'met' : 'NOT MET'}`
    console.log(`  ${what.padEnd(30)} ${ms.toFixed(1).padStart(7)} ms ${(ms / base).toFixed(3)} ×${verdict}`)
  }
  console.log('Each check is of an IBAN of its own, from request to last byte.')
  say('the provider alone, p50', alone, 0.5)
  say('one after the other, p50', inTurn, 0.5, 1.15)
  say('one after the other, p95', inTurn, 0.95)
  say('20 people at once, p50', together, 0.5)
  say('20 people at once, p95', together, 0.95, 1.4)
  say('20 in the same moment, p50', sameMoment, 0.5)
  say('20 in the same moment, p95', sameMoment, 0.95)
  process.exitCode = missed > 0 ? 1 : 0
} finally {
  await close()
}
