// `npm run bench -- history [1000000 5000000]`: the latency of the history with one and five million checks. Every
// query is sent as the pages send it; the goals are printed beside the figures. `… -- history seed 1000000` only
// creates the archive, which is kept so that measuring can wait for a quiet machine.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import { callOnce } from '../scripts/processes/lifecycle.mjs'
import { openArchive } from './history/archive'
import type { Figures } from './history/queries'
import { startBenchServer } from './office/server'
import { officeSettings } from './office/settings'
import { onShutdown } from './office/shutdown'
import { printFigure } from './report/report'

const args = process.argv.slice(2)
const requested = args.map(Number).filter(Boolean)
const sizes = requested.length > 0 ? requested : [1_000_000, 5_000_000]

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

/** Runs the queries in a separate process. */
async function measureQueries(url: string): Promise<Figures> {
  const child = fork('bench/history/queries.ts', {
    execArgv: ['--import', './scripts/register.mjs'],
    env: { ...process.env, ...officeSettings(url), LOG_LEVEL: 'silent' },
  })
  let figures: Figures = {}
  child.on('message', (message) => {
    figures = message as Figures
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the queries exited with code ${code}`)
  return figures
}

const verdicts: boolean[] = []
const judge = (name: string, value: number, max: number) => verdicts.push(printFigure(name, value, { max }))

const p50 = (figures: Figures, name: string) => figures[name]?.p50 ?? Number.NaN

const server = await startBenchServer()
const close = callOnce(server.stop)
onShutdown(close)
try {
  const measured: Figures[] = []
  for (const size of sizes) {
    const url = await openArchive(server, size)
    if (args.includes('seed')) continue
    console.log(`${size.toLocaleString('en')} checks, load ${os.loadavg()[0]?.toFixed(1)}`)
    const figures = await measureQueries(url)
    for (const [name, [small, large]] of Object.entries(GOALS))
      judge(`${name}, p95 ms`, figures[name]?.p95 ?? Number.NaN, size > 1_000_000 ? large : small)
    judge('deepest ÷ newest page', p50(figures, 'deepest page') / p50(figures, 'newest page'), 1.3)
    judge('any ÷ newest page', p50(figures, 'any page') / p50(figures, 'newest page'), 1.3)
    measured.push(figures)
  }
  const [small, large] = measured
  if (small && large)
    for (const name of Object.keys(GOALS).filter((one) => !MAY_GROW.test(one)))
      judge(`${name}, large ÷ small`, p50(large, name) / p50(small, name), 1.5)
} finally {
  await close()
}
process.exitCode = verdicts.every(Boolean) ? 0 : 1
