import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { statementsFolder, unexecutedStatements } from './statements.mjs'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'statements-'))
afterAll(() => fs.rmSync(root, { recursive: true }))

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  fs.writeFileSync(path.join(root, file), text)
}

test('a statement that no database test executed is named by its file and line, whatever loaded its file', () => {
  for (const top of ['app', 'worker']) write(`${top}/nothing.ts`, '')
  const head = `import { select } from '@/lib/platform/sql/select.server'\n`
  write(
    'lib/keys/one.server.ts',
    `${head}const a = () => select(db(), ROW, sql)\nconst b = () =>\n  selectOne(\n    tx)`,
  )
  write('lib/keys/two.server.ts', `${head}export const c = await select(\n  direct)`)
  write('lib/keys/other.ts', 'select(of(what))')
  write('lib/keys/one.db.test.ts', `${head}select(db(), ROW, sql)`)
  const folder = statementsFolder(root)
  fs.writeFileSync(path.join(folder, '1'), 'lib/keys/one.server.ts:2\n')
  fs.writeFileSync(path.join(folder, '2'), 'lib/keys/two.server.ts:2\n')
  expect(unexecutedStatements(root, folder)).toEqual(['lib/keys/one.server.ts:4'])
})
