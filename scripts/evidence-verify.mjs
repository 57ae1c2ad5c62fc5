// `npm run evidence:verify -- pack.zip [fingerprint]`: reports whether an evidence pack is genuine and names the first
// altered part. For a pack from a sandbox or demo it first says that it is simulated. Exit code 0 when it is genuine.
// Needs neither a database nor a running office.

import path from 'node:path'
import { checkScriptNode } from './prepare/node.mjs'
import { enterProject, Problem, sayOnStderr } from './prepare/project.mjs'
import { lifetime } from './processes/lifetime.mjs'
import { execute } from './processes/run.mjs'

// the fingerprint is printed in groups of four
const [file, ...groups] = process.argv.slice(2)
const fingerprint = groups.join('')
const from = process.cwd()
enterProject()
sayOnStderr()
await lifetime(async () => {
  checkScriptNode()
  if (!file) throw new Problem('Name the evidence pack: npm run evidence:verify -- pack.zip [fingerprint]')
  const given = [path.resolve(process.env.INIT_CWD ?? from, file), ...(fingerprint ? [fingerprint] : [])]
  const args = ['--import', './scripts/register.mjs', 'scripts/evidence-verdict.ts', ...given]
  return (await execute('node', args)).code ?? 1
})
