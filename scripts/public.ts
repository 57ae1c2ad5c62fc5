// `npm run public`: makes the files of the folder public that follow from the sources. A test says when they are not current.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { madeFiles } from './public/files'
import { workbookOf } from './public/workbook'

for (const [name, content] of Object.entries(madeFiles())) {
  const file = path.join(import.meta.dirname, '../public', name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : await workbookOf(content))
}
