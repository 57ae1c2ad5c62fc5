// `npm test`: everything, in stages, some in parallel; a failed stage does not hide another one. `npm test -- unit
// database` runs the named ones, and any other word filters the tests (`npm test -- unit lib/iban`). `--long` runs the
// long forms, for an hour. The last line is the total.
import { buildForTest, generate, install } from './prepare/install.mjs'
import { checkScriptNode } from './prepare/node.mjs'
import { enterProject, Problem, say } from './prepare/project.mjs'
import { lifetime } from './processes/lifetime.mjs'
import { add, NONE, sentence } from './testing/count.mjs'
import { takeTurns } from './testing/turns.mjs'

// settings for a person's own office must not reach the tests
const FOREIGN =
  /^(DATABASE_URL|DATABASE_OWNER_URL|DATA_DIR|DEMO|HOST|PORT|PG_PORT|WORKERS|TIME_ZONE|TRUSTED_PROXY|CONNECTION_ALLOW|WEBHOOK_ALLOW|METRICS_TOKEN|SECURITY_CONTACT|BASE_URL|LOG_LEVEL|(NEXTAUTH|ENCRYPTION|AUDIT|SIGNING|VERIFICATION|SERVICE|OIDC|SESSION)_.*)$/

enterProject()
await lifetime(async (life) => {
  const results = []
  const failed = []
  life.undo(() => summarise(results, failed)) // registered first, so it runs last: nothing is printed after it
  const stage = async (name, work) => {
    say(`— ${name}`)
    const started = performance.now()
    const counts = await work().catch((error) => {
      console.error(error instanceof Problem ? error.message : error)
      return { ...NONE, failed: 1 }
    })
    say(`${name}: ${sentence(counts)}`)
    results.push({ name, counts, started, seconds: (performance.now() - started) / 1000 })
    return counts.failed === 0
  }

  checkScriptNode()
  for (const name of Object.keys(process.env)) if (FOREIGN.test(name)) delete process.env[name]
  const prepared = () =>
    install()
      .then(generate)
      .then(() => NONE)
  if (!(await stage('install', prepared))) return 1
  const { LONG_ONLY, runner, STAGES, TURNS } = await import('./testing/stages.mjs')
  const words = process.argv.slice(2)
  const named = words.filter((word) => word in STAGES)
  const filters = words.filter((word) => !(word in STAGES) && word !== '--long')
  const long = words.includes('--long')
  const wanted = (name) => (named.length ? named.includes(name) : long || !LONG_ONLY.includes(name))
  let made // one build per run: the stage that makes it and those that serve it share the promise
  const build = () => (made ??= buildForTest({ label: 'build' }))
  await takeTurns(TURNS, wanted, (name, beside) => {
    const run = runner(name, beside ? name : '')
    return stage(name, () => STAGES[name]({ run, life, filters, failed, long, build }))
  })
  return results.some(({ counts }) => counts.failed) ? 1 : 0
})

function summarise(results, failed) {
  console.log()
  for (const name of failed) console.log(`failed: ${name}`)
  for (const { name, counts, seconds } of results.sort((a, b) => a.started - b.started)) {
    console.log(`${name.padEnd(9)} ${seconds.toFixed(1).padStart(6)} s  ${sentence(counts)}`)
  }
  console.log(sentence(results.reduce((total, { counts }) => add(total, counts), NONE)))
}
