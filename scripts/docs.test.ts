// Every command in the documentation must work: each is run here, is run in an office by e2e/docs.spec.ts, or starts
// something that the other tests run, and then this file checks that it exists as written.
import { spawnSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { INSTALLATION_COMMANDS } from '@/e2e/support/commands'
import { root } from './prepare/project.mjs'
import { docPages, documentedCommands, fencedBlocks } from './testing/docs.mjs'

const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
const inProject = (file: string) => fs.existsSync(path.join(root, file))
const TESTS = fs
  .globSync('{app,bench,components,e2e,lib,prisma,scripts,service,worker}/**/*.{test.ts,test.tsx,spec.ts}', {
    cwd: root,
  })
  .filter((file) => !file.includes('node_modules'))

const TEST_FILES = { unit: /(?<!\.db)\.test\.tsx?$/, database: /\.db\.test\.ts$/, browser: /\.spec\.ts$/ }

const stages = () =>
  [
    ...fs.readFileSync(path.join(root, 'scripts/testing/stages.mjs'), 'utf8').matchAll(/^ {2}(\w+)[:,]/gm),
  ].map(([, name]) => name)

function expectScript(name: string) {
  expect(manifest.scripts, `npm run ${name}`).toHaveProperty(name)
  const file = /node (?:(?:--import|-r) \S+ )?(\S+)/.exec(manifest.scripts[name])?.[1]
  if (file) expect(inProject(file), file).toBe(true)
}

/** Arguments of `npm test --`: stages, or parts of the paths of tests. */
function expectMatchingTests(words: string[]) {
  const known = stages()
  const pattern = TEST_FILES[words[0] as keyof typeof TEST_FILES]
  for (const word of words.filter((one) => !known.includes(one)))
    expect(
      TESTS.filter((file) => pattern?.test(file) && file.includes(word)),
      `no ${words[0]} test is in ${word}`,
    ).not.toEqual([])
}

function evaluate(expression: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-p', expression], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  return stdout.trim()
}

/** Checks for commands that start what other tests run. Capitals (NAME, FILE, …) are placeholders. */
const CHECKS: [RegExp, (found: string[]) => void][] = [
  [/^npm (start|test)$/, ([name]) => expectScript(name ?? '')],
  [/^npm test -- (.+)$/, ([words]) => expectMatchingTests((words ?? '').split(' '))],
  [/^npm run (service|dev|check|test:\w+)$/, ([name]) => expectScript(name ?? '')],
  [/^npm run (bench|backup|restore|user) -- (?:NAME|FILE|create …)$/, ([name]) => expectScript(name ?? '')],
  [/^npm run (lint) -- --write$/, ([name]) => expectScript(name ?? '')],
  // docs/operate.md shows this command in full
  [/^npm run (user) -- link$/, ([name]) => expectScript(name ?? '')],
  [/^npm run (screenshots|openapi|icons|public|tables)$/, ([name]) => expectScript(name ?? '')],
  [/^npm run (writing|messages)$/, ([name]) => expectScript(name ?? '')],
  [
    /^npm run bench -- (\w+)/,
    ([name]) => expect(inProject(`bench/${name}.ts`), `bench/${name}.ts`).toBe(true),
  ],
  [/^npm (?:ci|audit --omit=dev)$/, () => expect(inProject('package-lock.json')).toBe(true)],
  [
    /^node -p "(crypto\.randomBytes.+)"$/,
    ([code]) => expect(Buffer.from(evaluate(code ?? ''), 'base64')).toHaveLength(32),
  ],
  [
    /^node -p "(crypto\.generateKeyPairSync.+)"$/,
    ([code]) => {
      const key = Buffer.from(evaluate(code ?? ''), 'base64')
      const { asymmetricKeyDetails } = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
      expect(asymmetricKeyDetails?.namedCurve).toBe('prime256v1')
    },
  ],
  // run by scripts/backup/keys.db.test.ts; no command may load TypeScript directly, because not every supported Node
  // can
  [/^npm run (restored) -- [\dT:Z-]+$/, ([name]) => expectScript(name ?? '')],
]

const commands = documentedCommands() as { page: string; command: string }[]

describe('the commands of the documentation', () => {
  it('show proxies that pass the requested host and the largest upload to Accord', () => {
    const proxies = (fencedBlocks() as { language: string; text: string }[]).filter(({ language }) =>
      ['nginx', 'caddy'].includes(language),
    )
    expect(proxies.map(({ language }) => language)).toEqual(['nginx', 'caddy'])
    expect(proxies[0]?.text).toContain('proxy_set_header Host $host;')
    // 30 MiB and what surrounds them; Caddy's MB are a million bytes
    expect(proxies[0]?.text).toContain('client_max_body_size 31m;')
    expect(proxies[1]?.text).toContain('max_size 31MiB')
  })

  it('are found on the pages that have some', () => {
    expect(docPages()).toEqual(expect.arrayContaining(['README.md', 'docs/operate.md', 'docs/api.md']))
    expect(commands.length).toBeGreaterThan(25)
    for (const [name, pattern] of Object.entries(INSTALLATION_COMMANDS))
      expect(
        commands.some(({ command }) => pattern.test(command)),
        `${name} is documented nowhere`,
      ).toBe(true)
  })

  it.each(commands.map(({ page, command }) => [page, command] as const))('%s: %s', (_, command) => {
    if (Object.values(INSTALLATION_COMMANDS).some((pattern) => pattern.test(command))) return
    const check = CHECKS.find(([pattern]) => pattern.test(command))
    expect(check, 'no check for this command').toBeDefined()
    check?.[1]((check[0].exec(command) ?? []).slice(1))
  })
})
