// `npm run backup -- FILE`: a consistent snapshot of all of Accord's data, with a running office or without one. It
// contains digests of the keys, not the keys; it does contain names and IBANs, so protect it like the database.
import fs from 'node:fs'
import path from 'node:path'
import { draftOf, requireWritable } from './backup/file.mjs'
import { openOffice } from './prepare/office.mjs'
import { enterProject, log, Problem } from './prepare/project.mjs'
import { runWithCleanup } from './processes/lifecycle.mjs'
import { executeOrThrow } from './processes/run.mjs'

const from = process.env.INIT_CWD ?? process.cwd()
enterProject()
await runWithCleanup(async (lifecycle) => {
  const [file] = process.argv.slice(2)
  if (!file) throw new Problem('Name the file to write: npm run backup -- accord.backup.gz')
  const target = path.resolve(from, file)
  requireWritable(target)
  // a signal kills the program that writes it before that can remove it
  const draft = draftOf(target)
  lifecycle.addCleanup(() => fs.rmSync(draft, { force: true }))
  const { url, env } = await openOffice(lifecycle)
  const args = ['--import', './scripts/register.mjs', 'scripts/backup/with-keys.ts', 'write']
  const options = { env: { ...env, DATABASE_URL: url }, capture: true, quiet: true }
  const { rows, tables } = JSON.parse(await executeOrThrow('node', [...args, target, draft], options))
  log(`${rows} rows of ${tables} tables are in ${file}`)
  return 0
})
