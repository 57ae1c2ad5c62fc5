import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { documentedCommands, fencedBlocks } from '../scripts/testing/docs.mjs'
import { INSTALLATION_COMMANDS } from './support/commands'
import { ORIGIN } from './support/http'
import { createKey, revokeTestKeys } from './support/keys'
import { expect, test } from './support/office'

const ROOT = path.resolve(import.meta.dirname, '..')
/** uuidgen is part of util-linux, which not every machine has; Node's result is equivalent. */
const UUIDGEN = "uuidgen() { node -p 'crypto.randomUUID()'; }"

type CommandResult = { code: number | null; output: string }

/** Runs a command in the folder of the project, with the settings of this installation. */
function run(program: string, args: string[], env: Record<string, string> = {}): Promise<CommandResult> {
  const child = spawn(program, args, { cwd: ROOT, env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => {
      output += piece
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}
const runShell = (command: string, env?: Record<string, string>) =>
  run('sh', ['-c', `${UUIDGEN}\n${command}`], env)

/** Skips the test when a program is not installed. */
async function skipUnlessInstalled(program: string) {
  const there = await run(program, ['--version']).catch(() => undefined)
  test.skip(there?.code !== 0, `this machine has no ${program}`)
}

const commandsFor = (kind: keyof typeof INSTALLATION_COMMANDS): string[] => [
  ...new Set(
    documentedCommands().flatMap(({ command }) =>
      INSTALLATION_COMMANDS[kind].test(command) ? [command] : [],
    ),
  ),
]

/** Replaces the origin of the examples by that of this installation. */
const withOwnOrigin = (text: string) => text.replaceAll('https://accord.example', ORIGIN)

async function downloadEvidencePack(request: APIRequestContext, file: string) {
  const { items } = await (await request.get('/api/uploads')).json()
  const done = items.find((item: { status: string }) => item.status === 'completed')
  const answer = await request.get(`/api/uploads/${done.id}/evidence/pack`)
  expect(answer.status()).toBe(200)
  fs.writeFileSync(file, await answer.body())
}

test.describe('the documentation', () => {
  test.use({ role: 'reviewer' })
  test.setTimeout(120_000)

  test('has administration commands that do what it says', { tag: '@long' }, async ({ page }, info) => {
    fs.mkdirSync(info.outputPath(), { recursive: true })
    const [backup, pack] = [info.outputPath('accord.backup.gz'), info.outputPath('pack.zip')]
    const ada = `ada-${randomUUID().slice(0, 8)}`
    await downloadEvidencePack(page.request, pack)
    const command = (kind: keyof typeof INSTALLATION_COMMANDS) => {
      const [first, ...others] = commandsFor(kind)
      expect(others, `${kind} is written in one way`).toEqual([])
      // on a retry the person from the first attempt exists already
      return (first ?? '')
        .replace(/\S+\.gz$/, backup)
        .replace(/\S+\.zip$/, pack)
        .replace('ada@', `${ada}@`)
    }
    const expectations: [keyof typeof INSTALLATION_COMMANDS, number, RegExp][] = [
      ['migrate', 0, /up to date/],
      ['user', 0, /Open this link once[\s\S]+http/],
      ['link', 0, /once[\s\S]+http/],
      ['auditVerify', 0, /The chain holds/],
      ['evidenceVerify', 0, /Nothing was changed since it was signed/],
      ['backup', 0, /rows of \d+ tables are in/],
      // the database isn't empty, and a restore reports that before it changes anything
      ['restore', 1, /not empty/],
    ]
    for (const [kind, code, words] of expectations) {
      const ended = await runShell(command(kind))
      expect(ended.output, command(kind)).toMatch(words)
      expect(ended.code, ended.output).toBe(code)
    }
  })
})

test.describe('the examples of the API', () => {
  test.use({ role: 'analyst' })
  test.afterAll(revokeTestKeys)

  const blocks = fencedBlocks().filter(({ page }) => page === 'docs/api.md')
  const example = (language: string) =>
    withOwnOrigin(blocks.find((block) => block.language === language)?.text ?? '')
  const curlOf = (page: string) =>
    documentedCommands().find((one) => one.page === page && INSTALLATION_COMMANDS.curl.test(one.command))
  const CHECKS = {
    curl: () => runShell(withOwnOrigin(curlOf('docs/api.md')?.command ?? ''), env()),
    node: () => run('node', ['--input-type=module', '--eval', example('js')], env()),
    python3: () => run('python3', ['-c', example('python')], env()),
  }
  const PROGRAMS = {
    curl: (file: string) => runShell(`set -- ${file}; . docs/examples/upload.sh`, env()),
    node: (file: string) => run('node', ['docs/examples/upload.ts', file], env()),
    python3: (file: string) => run('python3', ['docs/examples/upload.py', file], env()),
  }
  let key = ''
  const env = () => ({ ACCORD_KEY: key, ACCORD_URL: ORIGIN })

  for (const [needed, program] of Object.entries(CHECKS))
    test(`check an account in the sandbox, with ${needed}`, {
      tag: needed === 'curl' ? [] : '@long',
    }, async ({ page }) => {
      await skipUnlessInstalled(needed)
      key = (await createKey(page.request)).secret
      const { code, output } = await program()
      expect(code, output).toBe(0)
      expect(output).toMatch(/completed[\s\S]*match/)
    })

  for (const [needed, program] of Object.entries(PROGRAMS))
    test(
      `send a file and read its results, with ${needed}`,
      { tag: needed === 'node' ? [] : '@long' },
      async ({ page }, info) => {
        await skipUnlessInstalled(needed)
        key = (await createKey(page.request)).secret
        fs.mkdirSync(info.outputPath(), { recursive: true })
        const file = info.outputPath('payments.csv')
        fs.writeFileSync(
          file,
          'IBAN;Name\nFR7630006000011234567890189;Marie Durand\nDE89370400440532013000;Jan Weber\n',
        )
        const ended = await program(file)
        expect(ended.code, ended.output).toBe(0)
        expect(ended.output).toMatch(/FR7630006000011234567890189[\s\S]+DE89370400440532013000/)
        expect(ended.output).toMatch(/match/i)
      },
    )
})

test('the examples of the verification service get a token, a check and a bulk', async ({
  page: _,
}, info) => {
  const script = fencedBlocks().find(
    ({ page, text }) => page === 'service/README.md' && text.startsWith('#!'),
  )
  await skipUnlessInstalled('curl')
  const { DATA_DIR = '.data', SERVICE_PORT = '4010' } = process.env
  const text = (script?.text ?? '')
    .replace(':4010/', `:${SERVICE_PORT}/`)
    .replace('=.data/', `=${DATA_DIR}/`)
    .replaceAll('token.json', info.outputPath('token.json'))
    .replaceAll('bulk.json', info.outputPath('bulk.json'))
  fs.mkdirSync(info.outputPath(), { recursive: true })
  const ended = await run('sh', ['-c', text])
  expect(ended.code, ended.output).toBe(0)
  expect(ended.output).toContain('"match"')
})
