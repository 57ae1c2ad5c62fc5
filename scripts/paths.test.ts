// A path that a text names leads to a file or a folder: in every Markdown file and in every comment.
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const ELSEWHERE =
  /^(node_modules|test-results|lib\/platform\/generated)$|^\.(?!ci$|github$)|^.+\/node_modules$/
const TEXTS = fs.globSync('**/*.{md,ts,tsx,js,mjs,css,prisma,yaml,yml}', {
  cwd: ROOT,
  exclude: (folder) => ELSEWHERE.test(folder),
})
const CODE = /\.(tsx?|m?js|css|prisma)$/
const COMMENT = /(?<![:\w'"`])(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm
const PART = String.raw`(?:[\w.*-]+|\[[\w.]+\]|\(\w+\))`
const TOP = '(?:app|bench|components|docs|e2e|lib|messages|prisma|public|scripts|service|worker)'
const NAMED = new RegExp(String.raw`(?<![\w./@-])${TOP}(?:/${PART})+`, 'g')

/** @returns the paths that this text names and that do not exist; a `*` stands for any name */
function stalePaths(file: string, text: string, exists: (named: string) => boolean): string[] {
  const read = CODE.test(file) ? (text.match(COMMENT) ?? []).join('\n') : text
  const named = [...read.matchAll(NAMED)].map(([found]) => found.replace(/[.-]+$/, ''))
  return [...new Set(named)].filter((found) => !exists(found))
}

function exists(named: string): boolean {
  const ends = ['', '.test.ts', '.ts', '.tsx', '.server.ts', '.mjs']
  return ends.some((end) =>
    named.includes('*')
      ? fs.globSync(named + end, { cwd: ROOT }).length > 0
      : fs.existsSync(path.join(ROOT, named + end)),
  )
}

describe('the paths in texts and comments', () => {
  it('lead somewhere', () => {
    expect(TEXTS.length).toBeGreaterThan(500)
    const stale = TEXTS.flatMap((file) =>
      stalePaths(file, fs.readFileSync(path.join(ROOT, file), 'utf8'), exists).map(
        (gone) => `${file}: ${gone}`,
      ),
    )
    expect(stale).toEqual([])
  })

  it.each([
    ['in a guide', 'docs/use.md', 'see `lib/gone/file.ts`.'],
    ['in a comment', 'lib/x.ts', '// the rule is in lib/gone/file.ts\nexport const x = 1'],
    ['in a comment over several lines', 'lib/x.ts', '/** As\n * lib/gone/file.ts does. */'],
  ])('are found stale %s', (_where, file, text) => {
    expect(stalePaths(file, text, () => false)).toEqual(['lib/gone/file.ts'])
  })

  it('are not looked for in code, whose imports the law of imports reads', () => {
    expect(stalePaths('lib/x.ts', `import 'lib/gone/file.ts'`, () => false)).toEqual([])
  })
})
