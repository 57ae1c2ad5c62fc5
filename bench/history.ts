// `npm run bench -- history [1000000 5000000]`: the latency of the history with one and five million checks. Every
// query is sent as the pages send it; the goals are printed beside the figures. `… -- history seed 1000000` only
// creates the archive, which is kept so that measuring can wait for a quiet machine.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import os from 'node:os'
import { archive } from './history/archive'
import type { Figures } from './history/queries'
import { benchServer } from './office/database'
import { onlyOnce, onShutdown } from './office/shutdown'

const words = process.argv.slice(2)
const given = words.map(Number).filter(Boolean)
const sizes = given.length > 0 ? given : [1_000_000, 5_000_000]

/** p95 in milliseconds at one and at five million checks. Text searches and counts cost more with more rows. */
const GOALS: Record<string, [number, number]> = {
  'newest page': [10, 20],
  'deepest page': [10, 20],
  'any page': [10, 20],
  'result, 30 days': [10, 20],
  'creator, 30 days': [10, 20],
  'IBAN exact': [10, 20],
  'IBAN prefix 8': [10, 20],
  'IBAN last 4': [10, 20],
  'surname contains': [25, 50],
  'review queue': [10, 20],
  'results of 30 days': [150, 150],
  'own results of 30 days': [150, 150],
}
/** Queries that may take longer with five times as many checks. */
const MAY_GROW = /contains|IBAN prefix|IBAN last|results of/

async function ask(url: string): Promise<Figures> {
  const key = randomBytes(32).toString('base64')
  const child = fork('bench/history/queries.ts', {
    execArgv: ['--import', './scripts/register.mjs'],
    env: {
      ...process.env,
      DATABASE_URL: url,
      NEXTAUTH_SECRET: key,
      NEXTAUTH_URL: 'http://127.0.0.1:3000',
      ENCRYPTION_KEYS: `v1:${key}`,
      AUDIT_KEY: key,
      LOG_LEVEL: 'silent',
    },
  })
  let figures: Figures = {}
  child.on('message', (sent) => {
    figures = sent as Figures
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the questions ended with ${code}`)
  return figures
}

let missed = 0
/** Prints a figure and whether it meets its goal. */
function judge(what: string, value: number, goal: number): void {
  const met = value <= goal
  if (!met) missed++
  console.log(
    `  ${what.padEnd(38)} ${value.toFixed(2).padStart(8)}   goal ≤ ${goal}   ${met ? 'met' : 'NOT MET'}`,
  )
}

const p50 = (figures: Figures, what: string) => figures[what]?.p50 ?? Number.NaN

const server = await benchServer()
const close = onlyOnce(server.stop)
onShutdown(close)
try {
  const asked: Figures[] = []
  for (const size of sizes) {
    const url = await archive(server, size)
    if (words.includes('seed')) continue
    console.log(`${size.toLocaleString('en')} checks, load ${os.loadavg()[0]?.toFixed(1)}`)
    const figures = await ask(url)
    for (const [what, [small, large]] of Object.entries(GOALS))
      judge(`${what}, p95 ms`, figures[what]?.p95 ?? Number.NaN, size > 1_000_000 ? large : small)
    judge('deepest ÷ newest page', p50(figures, 'deepest page') / p50(figures, 'newest page'), 1.3)
    judge('any ÷ newest page', p50(figures, 'any page') / p50(figures, 'newest page'), 1.3)
    asked.push(figures)
  }
  const [small, large] = asked
  if (small && large)
    for (const what of Object.keys(GOALS).filter((one) => !MAY_GROW.test(one)))
      judge(`${what}, large ÷ small`, p50(large, what) / p50(small, what), 1.5)
} finally {
  await close()
}
process.exitCode = missed > 0 ? 1 : 0
