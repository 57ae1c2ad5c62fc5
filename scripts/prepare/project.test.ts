import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { execute } from '../processes/run.mjs'
import { root } from './project.mjs'

const project = new URL('project.mjs', import.meta.url).href

it('prints how long each step of a start took, in the order in which they end', async () => {
  const script = `import { say, timed } from '${project}'
    let tablesAreThere
    const tables = timed('tables', () => new Promise((resolve) => (tablesAreThere = resolve)))
    say(await timed('build', async () => '.next'))
    tablesAreThere()
    await tables`
  const { stdout } = await execute('node', ['--input-type=module', '--eval', script], { capture: true })
  const at = String.raw`\[\d+\.\d s\]`
  const lines = [`${at} build: \\d+\\.\\d s`, `${at} \\.next`, `${at} tables: \\d+\\.\\d s`]
  expect(stdout).toMatch(new RegExp(`^${lines.join('\n')}\n$`))
})

it('takes the database to migrate from .env, like the other commands', async () => {
  const project = fs.mkdtempSync(path.join(os.tmpdir(), 'accord-project-'))
  onTestFinished(() => fs.rmSync(project, { recursive: true }))
  for (const name of ['lib', 'node_modules', 'package.json', 'prisma', 'scripts'])
    fs.symlinkSync(path.join(root, name), path.join(project, name))
  fs.writeFileSync(path.join(project, '.env'), 'DATABASE_URL=postgresql://127.0.0.1:1/accord\n')
  const command = path.join(project, 'scripts/migrate-database.mjs')
  const args = ['--preserve-symlinks', '--preserve-symlinks-main', command]
  const env = { DATABASE_URL: undefined, DATABASE_OWNER_URL: undefined }
  const { output } = await execute('node', args, { capture: true, env })
  expect(output).toContain('ECONNREFUSED 127.0.0.1:1')
})
