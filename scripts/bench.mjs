// `npm run bench -- names`: runs bench/names.ts. Benchmarks print ratios; they are no part of `npm test`.
import fs from 'node:fs'
import { generate, install } from './prepare/install.mjs'
import { checkScriptNode } from './prepare/node.mjs'
import { enterProject, Problem } from './prepare/project.mjs'
import { lifetime } from './processes/lifetime.mjs'
import { must } from './processes/run.mjs'

enterProject()
await lifetime(async () => {
  checkScriptNode()
  const [name, ...words] = process.argv.slice(2)
  const known = fs.readdirSync('bench').flatMap((file) => /^(\w+)\.ts$/.exec(file)?.[1] ?? [])
  if (!known.includes(name)) throw new Problem(`Which benchmark? ${known.join(', ')}`)
  await install()
  await generate()
  await must('node', ['--import', './scripts/register.mjs', `bench/${name}.ts`, ...words])
  return 0
})
