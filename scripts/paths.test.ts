// Every path and document named in a Markdown file or a comment must exist in the project.
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '..')
const IGNORED_FOLDERS =
  /^(node_modules|test-results|lib\/platform\/generated)$|^\.(?!ci$|github$)|^.+\/node_modules$/
const TEXTS = fs.globSync('**/*.{md,ts,tsx,js,mjs,css,prisma,yaml,yml}', {
  cwd: ROOT,
  exclude: (folder) => IGNORED_FOLDERS.test(folder),
})
const CODE = /\.(tsx?|m?js|css|prisma)$/
const COMMENT = /(?<![:\w'"`])(?:\/\*[\s\S]*?\*\/|\/\/.*$)/gm
const PART = String.raw`(?:[\w.*-]+|\[[\w.]+\]|\(\w+\))`
const TOP = '(?:app|bench|components|docs|e2e|lib|messages|prisma|public|scripts|service|worker)'
const NAMED = new RegExp(String.raw`(?<![\w./@-])${TOP}(?:/${PART})+`, 'g')

const DOCUMENT = /(?<![\w.*/-])[\w-][\w./-]*\.md\b/g
/** A design page that is not in the project, with an optional section. */
const PAGE = String.raw`(?:architecture|brief|design|domain|interface|product|reliability|requirements?|ux)(?:\.md)?`
const SECTION = new RegExp(String.raw`\b${PAGE},? (?:§ ?\d|[A-Z]-?\d|[A-Z]\.\d|\d+\.\d)[\d.]*`, 'gi')

const commentsOf = (file: string, text: string) =>
  CODE.test(file) ? (text.match(COMMENT) ?? []).join('\n') : text

/** @returns the documents that this text cites and that are not in the project */
function missingDocuments(file: string, text: string, there: (named: string) => boolean): string[] {
  const read = commentsOf(file, text)
  const beside = (named: string) => there(path.posix.join(path.posix.dirname(file), named))
  const documents = [...read.matchAll(DOCUMENT)]
    .map(([found]) => found)
    .filter((found) => !found.includes('node_modules/') && !there(found) && !beside(found))
  return [...new Set([...documents, ...[...read.matchAll(SECTION)].map(([found]) => found)])]
}

/** @returns the paths that this text names and that do not exist; a `*` stands for any name */
function stalePaths(file: string, text: string, exists: (named: string) => boolean): string[] {
  const named = [...commentsOf(file, text).matchAll(NAMED)].map(([found]) => found.replace(/[.-]+$/, ''))
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
  it('exist', () => {
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
  ])('are reported as stale %s', (_where, file, text) => {
    expect(stalePaths(file, text, () => false)).toEqual(['lib/gone/file.ts'])
  })

  it('are not looked for in code, whose imports have their own check', () => {
    expect(stalePaths('lib/x.ts', `import 'lib/gone/file.ts'`, () => false)).toEqual([])
  })
})

describe('the documents that texts and comments cite', () => {
  const inProject = (named: string) => fs.existsSync(path.join(ROOT, named))

  it('are in the project', () => {
    const gone = TEXTS.flatMap((file) =>
      missingDocuments(file, fs.readFileSync(path.join(ROOT, file), 'utf8'), inProject).map(
        (cited) => `${file}: ${cited}`,
      ),
    )
    expect(gone).toEqual([])
  })

  it.each([
    ['by its name', '// as words.md has it', 'words.md'],
    ['with a section', '/** The sentence for a problem (ux.md 4.3). */', 'ux.md', 'ux.md 4.3'],
    ['by a word and a section', '// dropped (reliability B.1)', 'reliability B.1'],
    ['by a word and a number', '/** The access review (product I8). */', 'product I8'],
    ['by a paragraph', '// one check (architecture §5)', 'architecture §5'],
  ])('are reported as missing %s', (_how, text, ...cited) => {
    expect(missingDocuments('lib/x.ts', text, () => false)).toEqual(cited)
  })

  it('may be relative to the text, and are not looked for in code', () => {
    const guide = 'see [the keys](operate.md)'
    expect(missingDocuments('docs/use.md', guide, (named) => named === 'docs/operate.md')).toEqual([])
    expect(missingDocuments('lib/x.ts', `const page = 'gone.md'`, () => false)).toEqual([])
  })
})
