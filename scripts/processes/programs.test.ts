import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'accord #1?%41-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const START = `import { spawnSync } from 'node:child_process'
  import { service, worker } from './scripts/processes/programs.mjs'
  for (const { args } of [service({}), worker(1, {})]) spawnSync('node', args, { stdio: 'inherit' })`

it('starts worker and service in a folder whose name has signs of a URL', () => {
  const needed = ['scripts/register.mjs', 'scripts/processes', 'scripts/prepare', 'lib/platform/env']
  for (const part of [...needed, 'lib/platform/loopback.mjs'])
    fs.cpSync(part, path.join(folder, part), { recursive: true })
  for (const program of ['service', 'worker']) {
    fs.mkdirSync(path.join(folder, program))
    fs.writeFileSync(path.join(folder, program, 'name.ts'), `export const name: string = '${program}'`)
    fs.writeFileSync(
      path.join(folder, program, 'main.ts'),
      `import { name } from '@/${program}/name'\nconsole.log(name)`,
    )
  }
  const options = { cwd: folder, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } } as const
  expect(execFileSync('node', ['--input-type=module', '-e', START], options)).toBe('service\nworker\n')
})
