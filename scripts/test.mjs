// `npm test`: everything, in stages, some in parallel; a failed stage does not hide another one. `npm test -- unit
// database` runs the named ones, and any other word filters the tests (`npm test -- unit lib/iban`). `--long` runs the
// long forms, for an hour. The last line is the total.
import { buildForTest, generate, install } from './prepare/install.mjs'
import { enterProject, log, Problem } from './prepare/project.mjs'
import { callOnce, runWithCleanup } from './processes/lifecycle.mjs'
import { addCounts, NO_RESULTS, summaryLine } from './testing/count.mjs'
import { runSchedule } from './testing/schedule.mjs'

// settings for a person's own office must not reach the tests
const OFFICE_SETTINGS =
  /^(DATABASE_URL|DATABASE_OWNER_URL|DATA_DIR|DEMO|HOST|PORT|PG_PORT|WORKERS|TIME_ZONE|TRUSTED_PROXY|CONNECTION_ALLOW|WEBHOOK_ALLOW|METRICS_TOKEN|SECURITY_CONTACT|BASE_URL|LOG_LEVEL|(NEXTAUTH|ENCRYPTION|AUDIT|SIGNING|VERIFICATION|SERVICE|OIDC|SESSION)_.*)$/

enterProject()
await runWithCleanup(async (lifecycle) => {
  const results = []
  const failed = []
  lifecycle.addCleanup(() => summarise(results, failed)) // registered first, so it runs last: nothing is printed after it
  const stage = async (name, work) => {
    log(`— ${name}`)
    const started = performance.now()
    const counts = await work().catch((error) => {
      console.error(error instanceof Problem ? error.message : error)
      return { ...NO_RESULTS, failed: 1 }
    })
    log(`${name}: ${summaryLine(counts)}`)
    results.push({ name, counts, started, seconds: (performance.now() - started) / 1000 })
    return counts.failed === 0
  }

  for (const name of Object.keys(process.env)) if (OFFICE_SETTINGS.test(name)) delete process.env[name]
  const prepare = () =>
    install()
      .then(generate)
      .then(() => NO_RESULTS)
  if (!(await stage('install', prepare))) return 1
  const { LONG_ONLY, createRunner, STAGES, SCHEDULE } = await import('./testing/stages.mjs')
  const args = process.argv.slice(2)
  const named = args.filter((word) => word in STAGES)
  const filters = args.filter((word) => !(word in STAGES) && word !== '--long')
  const long = args.includes('--long')
  const selected = (name) => (named.length ? named.includes(name) : long || !LONG_ONLY.includes(name))
  // the stage that builds and those that serve the build share it
  const build = callOnce(() => buildForTest({ label: 'build' }))
  await runSchedule(SCHEDULE, selected, (name, parallel) => {
    const run = createRunner(name, parallel ? name : '')
    return stage(name, () => STAGES[name]({ run, lifecycle, filters, failed, long, build }))
  })
  return results.some(({ counts }) => counts.failed) ? 1 : 0
})

function summarise(results, failed) {
  console.log()
  for (const name of failed) console.log(`failed: ${name}`)
  for (const { name, counts, seconds } of results.sort((a, b) => a.started - b.started)) {
    console.log(`${name.padEnd(9)} ${seconds.toFixed(1).padStart(6)} s  ${summaryLine(counts)}`)
  }
  console.log(summaryLine(results.reduce((total, { counts }) => addCounts(total, counts), NO_RESULTS)))
}
