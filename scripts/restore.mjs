// `npm run restore -- FILE`: restores a backup into an empty office, with the keys it was made with. Requests that were
// in progress become unknown outcomes, unfinished uploads wait for a person, and later erasures are applied again.
import path from 'node:path'
import { requireReadable } from './backup/file.mjs'
import { openOffice } from './prepare/office.mjs'
import { enterProject, log, Problem } from './prepare/project.mjs'
import { runWithCleanup } from './processes/lifecycle.mjs'
import { executeOrThrow } from './processes/run.mjs'

const from = process.env.INIT_CWD ?? process.cwd()
enterProject()
await runWithCleanup(async (lifecycle) => {
  const [file] = process.argv.slice(2)
  if (!file) throw new Problem('Name the backup: npm run restore -- accord.backup.gz')
  const backup = path.resolve(from, file)
  requireReadable(backup)
  const { url, env } = await openOffice(lifecycle, { parts: ['dashboard'], empty: true })
  const run = (script, args, options) =>
    executeOrThrow('node', ['--import', './scripts/register.mjs', script, ...args], { env, ...options })
  // web and worker may neither empty a table nor load one
  const owner = { env: { ...env, DATABASE_URL: url }, capture: true, quiet: true }
  const { at, rows } = JSON.parse(await run('scripts/backup/with-keys.ts', ['restore', backup], owner))
  await run('scripts/backup/restored.ts', [at]).catch(() => {
    throw new Problem(
      `The rows are restored, the steps after them failed: see above. Then run npm run restored -- ${at}`,
    )
  })
  log(`restored ${rows} rows, as they were at ${at}`)
  return 0
})
