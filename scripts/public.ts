// `npm run public`: generates the files in the folder public that are made from the sources. A test fails when they are
// stale.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { generatedFiles } from './public/files'
import { workbookOf } from './public/workbook'

for (const [name, content] of Object.entries(generatedFiles())) {
  const file = path.join(import.meta.dirname, '../public', name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, typeof content === 'string' ? content : await workbookOf(content))
}
