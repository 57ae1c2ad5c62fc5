// `npm run backup -- FILE`: everything Accord knows, as it is at one moment, beside a running office or without one. The
// keys are not in it; names and IBANs are: keep it as you keep the database.
import path from 'node:path'
import { writeBackup } from './backup/dump.mjs'
import { checkScriptNode } from './prepare/node.mjs'
import { openOffice } from './prepare/office.mjs'
import { enterProject, Problem, say } from './prepare/project.mjs'
import { lifetime } from './processes/lifetime.mjs'

const from = process.env.INIT_CWD ?? process.cwd()
enterProject()
await lifetime(async (life) => {
  checkScriptNode()
  const [file] = process.argv.slice(2)
  if (!file) throw new Problem('Where to? npm run backup -- accord.backup.gz')
  const { url } = await openOffice(life)
  const { rows, tables } = await writeBackup(url, path.resolve(from, file))
  say(`${rows} rows of ${tables} tables are in ${file}`)
  return 0
})
