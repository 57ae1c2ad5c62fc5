import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { execute } from '../processes/run.mjs'
import { sentenceFor } from './database.mjs'
import { logDuration, requireSameDatabase, root } from './project.mjs'

const project = new URL('project.mjs', import.meta.url).href

it('prints how long each step of a start took, in the order in which they end', async () => {
  const script = `import { log, logDuration } from '${project}'
    let finishTables
    const tables = logDuration('tables', () => new Promise((resolve) => (finishTables = resolve)))
    log(await logDuration('build', async () => '.next'))
    finishTables()
    await tables`
  const { stdout } = await execute('node', ['--input-type=module', '--eval', script], { capture: true })
  const at = String.raw`\[\d+\.\d s\]`
  const lines = [`${at} build: \\d+\\.\\d s`, `${at} \\.next`, `${at} tables: \\d+\\.\\d s`]
  expect(stdout).toMatch(new RegExp(`^${lines.join('\n')}\n$`))
})

it('says that a long step is still at work', async () => {
  vi.useFakeTimers()
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => {
    vi.useRealTimers()
    print.mockRestore()
  })
  let finish = () => {}
  const step = logDuration('tables', () => new Promise<void>((resolve) => (finish = resolve)))
  vi.advanceTimersByTime(10_000)
  expect(print).toHaveBeenCalledWith(expect.stringContaining('tables: still at work\n'))
  finish()
  await step
  expect(vi.getTimerCount()).toBe(0)
})

/** What a command prints in a project of these files, which has this .env. */
async function outputOf(command: string[], { files, dotEnv = '' }: { files: string[]; dotEnv?: string }) {
  const project = fs.mkdtempSync(path.join(os.tmpdir(), 'accord-project-'))
  onTestFinished(() => fs.rmSync(project, { recursive: true }))
  for (const name of files) fs.symlinkSync(path.join(root, name), path.join(project, name))
  fs.writeFileSync(path.join(project, '.env'), dotEnv)
  const [script = '', ...args] = command
  const links = ['--preserve-symlinks', '--preserve-symlinks-main', path.join(project, script)]
  const env = { DATABASE_URL: undefined, DATABASE_OWNER_URL: undefined }
  return (await execute('node', [...links, ...args], { capture: true, env })).output
}

it.each([
  ['', 'DATABASE_URL=postgresql://127.0.0.1:1/accord\n'],
  [
    ' that a Windows editor saved',
    '\uFEFFDATABASE_URL="postgresql://127.0.0.1:1/accord"\r\nTIME_ZONE=UTC\r\n',
  ],
])('takes the database to migrate from a .env%s, like the other commands', async (_how, dotEnv) => {
  const files = ['lib', 'node_modules', 'package.json', 'prisma', 'scripts']
  const output = await outputOf(['scripts/migrate-database.mjs'], { files, dotEnv })
  expect(output).toBe('The database cannot be used: connect ECONNREFUSED 127.0.0.1:1\n')
})

it('verifies no evidence in a fresh clone, and says what to run', async () => {
  const output = await outputOf(['scripts/evidence-verify.mjs', 'pack.zip'], {
    files: ['package.json', 'scripts'],
  })
  expect(output.trim()).toBe('Run npm start once: it prepares the project.')
})

it('names the code of a connection that failed at every address of a host, because it has no message', () => {
  const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  expect(sentenceFor(refused)).toBe('The database cannot be used: ECONNREFUSED')
})

describe('the database of the environment and that of .env', () => {
  const dotEnv = {
    DATABASE_URL: 'postgresql://app:a@db/accord',
    DATABASE_OWNER_URL: 'postgresql://owner:b@db/accord',
  }
  const [app, owner] = ['postgresql://app:a@db/other', 'postgresql://owner:b@db/other']

  it.each([
    ['DATABASE_URL', { DATABASE_URL: app }, 'DATABASE_OWNER_URL'],
    ['DATABASE_OWNER_URL', { DATABASE_OWNER_URL: owner }, 'DATABASE_URL'],
  ])('are not mixed: another %s alone is refused', (different, environment, fromDotEnv) => {
    expect(() => requireSameDatabase(environment, dotEnv)).toThrow(
      `${different} of the environment names another database than .env, and ${fromDotEnv} comes from .env.`,
    )
  })

  it.each([
    ['names both', { DATABASE_URL: app, DATABASE_OWNER_URL: owner }],
    ['names one user only', { DATABASE_URL: app, DATABASE_OWNER_URL: '' }],
    ['names another user of the same database', { DATABASE_OWNER_URL: 'postgresql://root@db/accord' }],
    ['names nothing', {}],
  ])('are accepted where the environment %s', (_what, environment) => {
    expect(() => requireSameDatabase(environment, dotEnv)).not.toThrow()
  })
})

it('a user that may not change the tables leads to the setting for their owner', () => {
  const denied = Object.assign(new Error('permission denied for schema public'), { code: '42501' })
  expect(sentenceFor(denied)).toBe(
    'The database cannot be used: permission denied for schema public. Set DATABASE_OWNER_URL to the user that owns the tables.',
  )
})
