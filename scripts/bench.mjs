// `npm run bench -- names` runs bench/names.ts. Benchmarks print ratios and are not part of `npm test`.
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stopUnused } from './postgres/server.mjs'
import { generate, install } from './prepare/install.mjs'
import { enterProject, Problem, root } from './prepare/project.mjs'
import { runWithCleanup } from './processes/lifecycle.mjs'
import { executeOrThrow } from './processes/run.mjs'

enterProject()
await runWithCleanup(async (lifecycle) => {
  const [name, ...args] = process.argv.slice(2)
  const known = fs.readdirSync('bench').flatMap((file) => /^(\w+)\.ts$/.exec(file)?.[1] ?? [])
  if (!known.includes(name)) throw new Problem(`Name a benchmark: ${known.join(', ')}`)
  await install()
  await generate()
  // a killed run leaves the database server of its bench behind
  for (const folder of ['test', 'bench'])
    lifecycle.addCleanup(() => stopUnused(path.join(root, '.data', folder)))
  const bench = executeOrThrow('node', ['--import', './scripts/register.mjs', `bench/${name}.ts`, ...args], {
    killGroup: true,
  })
  // a stopped bench cleans up after itself
  lifecycle.addCleanup(() => Promise.race([bench.catch(() => {}), sleep(20_000)]))
  await bench
  return 0
})
