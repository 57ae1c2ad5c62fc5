// `npm run bench -- check`: what our route adds to a provider that answers in 200 ms, beside what the least check adds (session
// check, the provider's answer, one committed insert), as a route of the same framework and as a plain program. Production
// builds, with the flags of the product, against a PostgreSQL that waits for its disk.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { withCheckDigits } from '@/lib/iban/testing/arbitraries'
import { cloneDatabase, dropDatabase } from '../scripts/postgres/database.mjs'
import { buildForTest } from '../scripts/prepare/install.mjs'
import { once as onceMade } from '../scripts/prepare/stamp.mjs'
import { answers, freePort } from '../scripts/processes/ports.mjs'
import { web } from '../scripts/processes/programs.mjs'
import { webReady } from '../scripts/processes/ready.mjs'
import { must } from '../scripts/processes/run.mjs'
import './live/next.mjs'
import { APP } from '../scripts/postgres/server.mjs'
import { template } from '../scripts/testing/template.mjs'
import { benchServer } from './office/database'
import { onlyOnce, whenStopped } from './office/stopped'

const LATENCY_MS = 200
const ROUNDS = 150
const WARM = 15
const ROUTE = 'bench/check/minimal'

const children: ChildProcess[] = []

/** A program that tells its port. */
async function open(file: string): Promise<number> {
  const child = fork(file, {
    execArgv: ['--import', './scripts/register.mjs', '--import', './bench/live/next.mjs'],
    env: process.env,
  })
  children.push(child)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return port
}

/** The least check as a route: its own build, started as ours is. @returns its port */
async function openRoute(): Promise<number> {
  await onceMade('bench-check', ['lib', 'bench/check', 'package-lock.json'], `${ROUTE}/.next/BUILD_ID`, () =>
    must('next', ['build', ROUTE], { env: { NODE_ENV: 'production' } }),
  )
  const port = (await freePort()) as number
  const { args, env } = web({ host: '127.0.0.1', port }, process.env as Record<string, string>)
  const own = args.toSpliced(args.indexOf('start') + 1, 0, ROUTE)
  children.push(spawn(process.execPath, own, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }))
  while (!(await answers(port))) await sleep(50)
  return port
}

type Way = 'provider' | 'plain' | 'route' | 'ours'

const agent = new http.Agent({ keepAlive: true })

/** @returns milliseconds until the whole answer was there */
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

const at = (taken: number[], share: number) =>
  [...taken].sort((a, b) => a - b)[Math.floor(taken.length * share)] ?? 0

const buildDir = await buildForTest()
const server = await benchServer()
const database = `accord_bench_${randomBytes(4).toString('hex')}`
await cloneDatabase(server.url('postgres'), database, await template(server))
const port = (await freePort()) as number
const key = randomBytes(32).toString('base64')
Object.assign(process.env, {
  DATABASE_URL: server.url(database, APP),
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
whenStopped(close)
try {
  const provider = `http://127.0.0.1:${await open('bench/check/provider.ts')}/api-v1`
  process.env.VERIFICATION_BASE_URL = provider
  const { openSession, SESSION_COOKIE } = await import('@/lib/auth/session.server')
  const { seedConnection } = await import('@/lib/connections/active.server')
  const { writeSetting } = await import('@/lib/platform/settings.server')
  const { person } = await import('@/lib/reviews/testing/desk')
  const { db } = await import('@/lib/platform/db.server')
  await seedConnection()
  // the shared minute is not what is measured
  await writeSetting('upstream.budgets', { single_post: 1_000_000, person: 1_000_000 })
  const cookie = `${SESSION_COOKIE.name}=${await openSession((await person('analyst')).actor.id)}`
  const { args, env } = web({ host: '127.0.0.1', port, buildDir }, process.env as Record<string, string>)
  children.push(spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }))
  await webReady(`http://127.0.0.1:${port}`, 'bench')
  const route = await openRoute()
  const plain = await open('bench/check/plain.ts')

  type Pair = { iban: string; name: string }
  const ways = {
    provider: ({ iban, name }: Pair) =>
      post(`${provider}/account-holder-verifications`, {}, { account: { iban }, account_holder: { name } }),
    plain: (pair: Pair) => post(`http://127.0.0.1:${plain}/`, { cookie }, pair),
    route: (pair: Pair) => post(`http://127.0.0.1:${route}/`, { cookie }, pair),
    ours: (pair: Pair) =>
      post(
        `http://127.0.0.1:${port}/api/verifications`,
        { cookie, origin: `http://127.0.0.1:${port}`, 'idempotency-key': randomUUID() },
        { ...pair, environment: 'live' },
      ),
  }
  const order = ['provider', 'plain', 'route', 'ours'] as const
  const taken = Object.fromEntries(order.map((way) => [way, [] as number[]])) as Record<Way, number[]>
  for (let round = 0; round < ROUNDS + WARM; round++)
    for (const way of order) {
      const account = `${order.indexOf(way)}${round}`.padStart(10, '0')
      const pair = { iban: withCheckDigits('DE', `37040044${account}`), name: `Payee ${round}` }
      const ms = await ways[way](pair)
      if (round >= WARM) taken[way].push(ms)
    }
  await db().$disconnect()

  let missed = 0
  const base = at(taken.provider, 0.5)
  const added = (way: Way, share: number) => at(taken[way], share) - base
  const say = (what: string, value: number, goal?: number) => {
    const verdict = goal === undefined ? '' : `   goal ≤ ${goal}   ${value <= goal ? 'met' : 'NOT MET'}`
    if (goal !== undefined && value > goal) missed++
    console.log(`  ${what.padEnd(34)} ${value.toFixed(2).padStart(8)}${verdict}`)
  }
  console.log(
    `${ROUNDS} checks each, in turn, each of an IBAN of its own; all by one client, from request to last byte.`,
  )
  console.log(`The provider alone answers after ${base.toFixed(1)} ms; what is more than that is added.`)
  say('least check, plain program, p50 ms', added('plain', 0.5))
  say('least check, plain program, p95 ms', added('plain', 0.95))
  say('least check, route, p50 ms', added('route', 0.5))
  say('least check, route, p95 ms', added('route', 0.95))
  say('ours, p50 ms', added('ours', 0.5), 15)
  say('ours, p95 ms', added('ours', 0.95), 60)
  say('ours ÷ least check as a plain program', added('ours', 0.5) / added('plain', 0.5))
  say('ours ÷ least check as a route', added('ours', 0.5) / added('route', 0.5), 2)
  process.exitCode = missed > 0 ? 1 : 0
} finally {
  await close()
}
