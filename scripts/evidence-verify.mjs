// `npm run evidence:verify -- pack.zip [fingerprint]`: reports whether an evidence pack is genuine and names the first
// altered part. For a pack from a sandbox or demo it first says that it is simulated. Exit code 0 when it is genuine.
// Needs neither a database nor a running office.

import path from 'node:path'
import { requirePrepared } from './prepare/install.mjs'
import { enterProject, logToStderr, Problem } from './prepare/project.mjs'
import { runWithCleanup } from './processes/lifecycle.mjs'
import { execute } from './processes/run.mjs'

// the fingerprint is printed in groups of four
const [file, ...groups] = process.argv.slice(2)
const fingerprint = groups.join('')
const from = process.cwd()
enterProject()
logToStderr()
await runWithCleanup(async () => {
  if (!file) throw new Problem('Name the evidence pack: npm run evidence:verify -- pack.zip [fingerprint]')
  requirePrepared()
  const evidenceArgs = [
    path.resolve(process.env.INIT_CWD ?? from, file),
    ...(fingerprint ? [fingerprint] : []),
  ]
  const args = ['--import', './scripts/register.mjs', 'scripts/evidence-verdict.ts', ...evidenceArgs]
  return (await execute('node', args)).code ?? 1
})
