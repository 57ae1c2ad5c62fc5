// `npm run restore -- FILE`: restores a backup into an empty office, with the keys it was made with. Requests that were
// in progress become unknown outcomes, unfinished uploads wait for a person, and later erasures are applied again.
import path from 'node:path'
import { demandReadable } from './backup/file.mjs'
import { checkScriptNode } from './prepare/node.mjs'
import { openOffice } from './prepare/office.mjs'
import { enterProject, Problem, say } from './prepare/project.mjs'
import { lifetime } from './processes/lifetime.mjs'
import { must } from './processes/run.mjs'

const from = process.env.INIT_CWD ?? process.cwd()
enterProject()
await lifetime(async (life) => {
  checkScriptNode()
  const [file] = process.argv.slice(2)
  if (!file) throw new Problem('Name the backup: npm run restore -- accord.backup.gz')
  const backup = path.resolve(from, file)
  demandReadable(backup)
  const { url, env } = await openOffice(life, { parts: ['dashboard'], empty: true })
  const run = (script, args, how) =>
    must('node', ['--import', './scripts/register.mjs', script, ...args], { env, ...how })
  // web and worker may neither empty a table nor load one
  const owner = { env: { ...env, DATABASE_URL: url }, capture: true, quiet: true }
  const put = ['put', backup]
  const { at, rows } = JSON.parse(await run('scripts/backup/with-keys.ts', put, owner))
  await run('scripts/backup/restored.ts', [at]).catch(() => {
    throw new Problem(
      `The rows are restored, the steps after them failed: see above. Then run npm run restored -- ${at}`,
    )
  })
  say(`restored ${rows} rows, as they were at ${at}`)
  return 0
})
