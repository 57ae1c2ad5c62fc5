// `npm run backup -- FILE`: a consistent snapshot of all of Accord's data, with a running office or without one. It
// contains digests of the keys, not the keys; it does contain names and IBANs, so protect it like the database.
import fs from 'node:fs'
import path from 'node:path'
import { demandWritable, draftOf } from './backup/file.mjs'
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
  if (!file) throw new Problem('Name the file to write: npm run backup -- accord.backup.gz')
  const target = path.resolve(from, file)
  demandWritable(target)
  // a signal ends the program that writes it before that can remove it
  life.undo(() => fs.rmSync(draftOf(target), { force: true }))
  const { url, env } = await openOffice(life)
  const args = ['--import', './scripts/register.mjs', 'scripts/backup/with-keys.ts', 'take']
  const how = { env: { ...env, DATABASE_URL: url }, capture: true, quiet: true }
  const { rows, tables } = JSON.parse(await must('node', [...args, target], how))
  say(`${rows} rows of ${tables} tables are in ${file}`)
  return 0
})
