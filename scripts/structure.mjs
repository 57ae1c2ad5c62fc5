// Rules of structure (ARCHITECTURE.md): no crowded folder, each exported name in one file, no imports of framework
// internals, links to pages that ask about unsaved changes, and the clock of the server.
import fs from 'node:fs'
import path from 'node:path'

const TOPS = ['app', 'components', 'lib', 'service', 'worker']
const MAX_FILES = 20

const FRAMEWORK_INTERNALS = /\bnext\/dist\b/
const IGNORED_FOLDERS = /^(?:node_modules|test-results|generated|migrations)$|^\.(?!ci$)/
/** These files mention the internals to forbid them. */
const EXEMPT_FILES = ['scripts/structure.mjs', 'scripts/imports.test.ts', 'package-lock.json']

/** Names that Next expects in many files. */
const ROUTE =
  /^app\/.*\/(?:page|layout|route|error|not-found|forbidden|loading)\.tsx?$|^app\/(?:layout|error|not-found)\.tsx$/
const EXPORTED =
  /^export (?:declare )?(?:default )?(?:async )?(?:abstract )?(?:const|let|function\*?|type|interface|class|enum) (\w+)/gm

/** Folders of components without a noun in lib: a flow with its own folder, or a part of every page. */
const FOLDERS_WITHOUT_NOUN = 'command evidence help intake live outcome page providers rules shell ui'.split(
  ' ',
)

function files(root, folder = '') {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (IGNORED_FOLDERS.test(entry.name)) return []
    return entry.isDirectory() ? files(root, file) : [file]
  })
}

const isSource = (file) =>
  TOPS.includes(file.split('/')[0]) && /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file)

function crowdedFolders(sources) {
  const sizes = new Map()
  for (const file of sources) sizes.set(path.dirname(file), (sizes.get(path.dirname(file)) ?? 0) + 1)
  return [...sizes]
    .filter(([, size]) => size > MAX_FILES)
    .map(([folder, size]) => `a folder holds at most ${MAX_FILES} files: ${folder} has ${size}`)
}

function foldersWithoutNoun(sources) {
  const folders = (top) =>
    new Set(sources.filter((file) => file.startsWith(`${top}/`)).map((f) => f.split('/')[1]))
  const nouns = folders('lib')
  return [...folders('components')]
    .filter((word) => !nouns.has(word) && !FOLDERS_WITHOUT_NOUN.includes(word))
    .map((word) => `a folder of components has the word of a folder of lib: components/${word}`)
}

function frameworkInternals(root, allFiles) {
  const readable = /\.(?:tsx?|m?js|css|ya?ml|json)$|(?:^|\/)Dockerfile$/
  return allFiles
    .filter((file) => readable.test(file) && !EXEMPT_FILES.includes(file))
    .filter((file) => FRAMEWORK_INTERNALS.test(fs.readFileSync(path.join(root, file), 'utf8')))
    .map((file) => `no import of framework internals: ${file}`)
}

/** The files that run statements; one of them compares the row of each statement with the database. */
const STATEMENT_FILES = /^lib\/platform\/(?:sql\/[^/]+|db\.server)\.ts$/

const undeclaredStatements = (root, sources) =>
  sources
    .filter((file) => !STATEMENT_FILES.test(file))
    .filter((file) => /\$queryRaw/.test(fs.readFileSync(path.join(root, file), 'utf8')))
    .map((file) => `a statement declares its rows, by select: ${file}`)

/** The only file that may navigate: it asks about unsaved changes first. */
const USE_GO = 'components/ui/overlays/use-go.ts'

const unguardedNavigation = (root, sources) =>
  sources
    .filter((file) => file !== USE_GO)
    .filter((file) => /\brouter\.(?:push|replace)\(/.test(fs.readFileSync(path.join(root, file), 'utf8')))
    .map((file) => `a page is opened by a link or by useGo: ${file}`)

/** These may read the local clock: their times stay in the browser, or the server renders them. */
const BROWSER_CLOCK_FILES = /^components\/(?:ui\/server-now|live\/list-query|intake\/worker\/.*)\.tsx?$/

const browserClocks = (root, sources) =>
  sources
    .filter((file) => file.startsWith('components/') && !BROWSER_CLOCK_FILES.test(file))
    .filter((file) =>
      /\bDate\.now\(|\bnew Date\(\)|\buseNow\b/.test(fs.readFileSync(path.join(root, file), 'utf8')),
    )
    .map((file) => `components have the time from serverNow: ${file}`)

/** @returns {Map<string, string[]>} names exported by several files, with the files */
function duplicateNames(root, sources) {
  const places = new Map()
  for (const file of sources.filter((one) => !ROUTE.test(one)))
    for (const [, name] of fs.readFileSync(path.join(root, file), 'utf8').matchAll(EXPORTED))
      places.set(name, new Set([...(places.get(name) ?? []), file]))
  return new Map([...places].filter(([, where]) => where.size > 1).map(([name, where]) => [name, [...where]]))
}

/** @returns {string[]} one sentence per violation */
export function structureViolations(root) {
  const allFiles = files(root)
  const sources = allFiles.filter(isSource)
  return [
    ...crowdedFolders(sources),
    ...foldersWithoutNoun(sources),
    ...frameworkInternals(root, allFiles),
    ...undeclaredStatements(root, sources),
    ...unguardedNavigation(root, sources),
    ...browserClocks(root, sources),
    ...[...duplicateNames(root, sources)].map(
      ([name, where]) => `an exported name is declared in one file: ${name} in ${where.join(', ')}`,
    ),
  ]
}
