import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { readTree, violations } from './imports.mjs'
import { structureViolations } from './structure.mjs'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true })
})

const VALID_TREE = {
  'lib/platform/clock.ts': `export const now = () => 0`,
  'lib/iban/clean.ts': `import { now } from '@/lib/platform/clock'\nexport const clean = now`,
  'lib/uploads/rows.server.ts': `import 'server-only'\nimport fs from 'node:fs'\nimport { clean } from '../iban/clean'\nexport { fs, clean }`,
  'components/ui/button.tsx': `import * as radix from 'radix-ui'\nexport { radix }`,
  'components/uploads/progress.tsx': `import type { clean } from '@/lib/uploads/rows.server'\nimport { radix } from '@/components/ui/button'\nexport { radix }\nexport type T = typeof clean`,
  'app/bulk/page.tsx': `import { clean } from '@/lib/uploads/rows.server'\nexport default clean`,
  'service/main.ts': `import { clean } from '@/lib/iban/clean'\nexport { clean }`,
  'worker/main.ts': `import { clean } from '@/lib/uploads/rows.server'\nexport { clean }`,
}

function check(files: Record<string, string>) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'imports-'))
  folders.push(root)
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), text)
  }
  return [...violations(readTree(root)), ...structureViolations(root)]
}

it('accepts a tree that follows the rules', () => {
  expect(check(VALID_TREE)).toEqual([])
})

it('refuses a tree without files', () => {
  expect(check({})).toEqual(['there must be files to check'])
})

const UNDECLARED = `import 'server-only'\nexport const rows = (on) => on.$queryRaw<Row[]>\`select 1\``

const VIOLATIONS: [string, string, string, string][] = [
  ['lib importing a component', 'lib/iban/x.ts', `import '@/components/ui/button'`, 'imports only go down'],
  [
    'a component importing a page',
    'components/uploads/x.tsx',
    `import '@/app/bulk/page'`,
    'imports only go down',
  ],
  [
    'lib importing the worker',
    'lib/uploads/x.server.ts',
    `import 'server-only'\nimport '@/worker/main'`,
    'imports only go down',
  ],
  [
    'the service importing the platform',
    'service/x.ts',
    `import '@/lib/platform/clock'`,
    'imports only go down',
  ],
  ['the worker importing the service', 'worker/x.ts', `import '../service/main'`, 'imports only go down'],
  [
    'lib importing a later folder',
    'lib/platform/x.ts',
    `export { clean } from '@/lib/iban/clean'`,
    'the order of lib',
  ],
  [
    'lib importing only a type from a later folder',
    'lib/platform/x.ts',
    `import type { clean } from '@/lib/iban/clean'`,
    'the order of lib',
  ],
  [
    'an import over several lines',
    'lib/platform/x.ts',
    `import {\n  clean,\n} from '@/lib/iban/clean'`,
    'the order of lib',
  ],
  [
    'a dynamic import',
    'lib/platform/x.ts',
    `export const f = () => import('@/lib/iban/clean')`,
    'the order of lib',
  ],
  [
    'the kit importing the domain',
    'components/ui/x.tsx',
    `import { clean } from '@/lib/iban/clean'`,
    'ui knows no domain',
  ],
  [
    'an unmarked server file',
    'lib/iban/x.server.ts',
    `export const x = 1`,
    `server files begin with import 'server-only'`,
  ],
  [
    'a server file marked too late',
    'lib/iban/x.server.ts',
    `import fs from 'node:fs'\nimport 'server-only'\nexport { fs }`,
    'server files begin',
  ],
  [
    'a browser file importing a server file',
    'lib/uploads/x.ts',
    `import '@/lib/uploads/rows.server'`,
    'browser files stay safe',
  ],
  [
    'a browser file importing Node',
    'lib/iban/x.ts',
    `import fs from 'node:fs'\nexport { fs }`,
    'browser files stay safe',
  ],
  [
    'a client part of a page importing a server file',
    'app/x.tsx',
    `'use client'\nimport '@/lib/uploads/rows.server'`,
    'browser files stay safe',
  ],
  [
    'an import of a missing file',
    'lib/iban/x.ts',
    `import '@/lib/iban/gone'`,
    'every import leads to a file',
  ],
  [
    'an unknown folder in lib',
    'lib/helpers/x.ts',
    `export const x = 1`,
    'every folder of lib has a place in the order',
  ],
  ['a cycle', 'lib/iban/x.ts', `import './y'`, 'no circles:'],
  ['a cycle of types only', 'lib/iban/x.ts', `import type { Y } from './y'`, 'no circles:'],
  [
    'a name exported by two files',
    'lib/iban/x.ts',
    `export const clean = 1`,
    'an exported name is declared in one file: clean',
  ],
  [
    'a folder of components without a folder of lib of the same name',
    'components/widgets/x.tsx',
    `export const x = 1`,
    'a folder of components has the word of a folder of lib: components/widgets',
  ],
  [
    'an import of internals of Next',
    'bench/x.mjs',
    `import 'next/dist/server/next.js'`,
    'no import of framework internals',
  ],
  [
    'a container that starts internals of Next',
    'Dockerfile',
    `CMD ["node", "node_modules/next/dist/bin/next"]`,
    'no import of framework internals',
  ],
  [
    'navigation that skips the question about unsaved changes',
    'components/uploads/x.ts',
    `export const x = (router) => router.push('/bulk')`,
    'a page is opened by a link or by useGo: components/uploads/x.ts',
  ],
  [
    'a time compared with the clock of the browser',
    'components/uploads/x.ts',
    `export const isLate = (due) => Date.parse(due) < Date.now()`,
    'components have the time from serverNow: components/uploads/x.ts',
  ],
  [
    'a statement whose rows only a return type declares',
    'components/uploads/claim.ts',
    'export const rows = (on): Promise<Row[]> => on.$queryRaw`select 1`',
    'a statement declares its rows, by select: components/uploads/claim.ts',
  ],
  [
    'a statement passed as text',
    'service/claim.ts',
    `export const rows = (on) => on['$queryRawUnsafe']('select 1')`,
    'a statement declares its rows, by select: service/claim.ts',
  ],
  [
    'a statement whose rows only a type argument declares',
    'lib/iban/claim.server.ts',
    UNDECLARED,
    'a statement declares its rows, by select: lib/iban/claim.server.ts',
  ],
]

it.each(VIOLATIONS)('finds %s', (_what, file, text, rule) => {
  const partner: Record<string, string> = rule === 'no circles:' ? { 'lib/iban/y.ts': `import './x'` } : {}
  const found = check({ ...VALID_TREE, [file]: text, ...partner })
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(rule)
})

it('finds a cycle of two nouns in components, whatever files it consists of', () => {
  const found = check({
    ...VALID_TREE,
    'components/uploads/list.tsx': `import '@/components/reviews/rail'`,
    'lib/reviews/rail.ts': `export const decided = 1`,
    'components/reviews/rail.tsx': `export const rail = 1`,
    'components/reviews/desk.tsx': `import type { T } from '@/components/uploads/progress'\nexport type Desk = T`,
  })
  expect(found).toEqual([
    'no circles of folders: components/reviews → components/uploads → components/reviews',
  ])
})

it('finds a cycle of two flows of one noun, whose root composes them', () => {
  const flows = {
    'lib/uploads/polling/poll.ts': `export const poll = 1`,
    'lib/uploads/sending/send.ts': `export { poll } from '../polling/poll'`,
    'lib/uploads/whole.ts': `import './sending/send'\nimport './polling/poll'`,
  }
  expect(check({ ...VALID_TREE, ...flows })).toEqual([])
  expect(
    check({ ...VALID_TREE, ...flows, 'lib/uploads/polling/read.ts': `import '../sending/send'` }),
  ).toEqual([expect.stringContaining('no circles of folders: lib/uploads/polling')])
})

const many = (folder: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${folder}/file${i}.ts`, '']))

it('finds a folder of more than 20 source files, not counting tests', () => {
  expect(check({ ...VALID_TREE, ...many('lib/names', 20), 'lib/names/file.test.ts': '' })).toEqual([])
  expect(check({ ...VALID_TREE, ...many('lib/names', 21) })).toEqual([
    'a folder holds at most 20 files: lib/names has 21',
  ])
})

it('lets tests and select itself read rows with a type alone', () => {
  const files = { 'lib/platform/sql/select.server.ts': UNDECLARED, 'lib/iban/claim.test.ts': UNDECLARED }
  expect(check({ ...VALID_TREE, ...files })).toEqual([])
})
