// Rules of structure (ARCHITECTURE.md): no crowded folder, each exported name in one file, no imports of framework
// internals, one way to another page, and one clock.
import fs from 'node:fs'
import path from 'node:path'

const TOPS = ['app', 'components', 'lib', 'service', 'worker']
const MOST_FILES = 20

const INSIDE = /\bnext\/dist\b/
const OUTSIDE = /^(?:node_modules|test-results|generated|migrations)$|^\.(?!ci$)/
/** Files that mention the internals in order to forbid them. */
const OWN = ['scripts/structure.mjs', 'scripts/imports.test.ts', 'package-lock.json']

/** Names that Next expects in many files. */
const ROUTE =
  /^app\/.*\/(?:page|layout|route|error|not-found|forbidden|loading)\.tsx?$|^app\/(?:layout|error|not-found)\.tsx$/
const EXPORTED =
  /^export (?:declare )?(?:default )?(?:async )?(?:abstract )?(?:const|let|function\*?|type|interface|class|enum) (\w+)/gm

/** Folders of components without a noun in lib: a flow with its own folder, or a part of every page. */
const NO_NOUN = 'command evidence help intake live outcome page providers rules shell ui'.split(' ')

function files(root, folder = '') {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name)
    if (OUTSIDE.test(entry.name)) return []
    return entry.isDirectory() ? files(root, at) : [at]
  })
}

const isSource = (file) =>
  TOPS.includes(file.split('/')[0]) && /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file)

function crowdedFolders(sources) {
  const sizes = new Map()
  for (const file of sources) sizes.set(path.dirname(file), (sizes.get(path.dirname(file)) ?? 0) + 1)
  return [...sizes]
    .filter(([, size]) => size > MOST_FILES)
    .map(([folder, size]) => `a folder holds at most ${MOST_FILES} files: ${folder} has ${size}`)
}

function foldersWithoutNoun(sources) {
  const folders = (top) =>
    new Set(sources.filter((file) => file.startsWith(`${top}/`)).map((f) => f.split('/')[1]))
  const nouns = folders('lib')
  return [...folders('components')]
    .filter((word) => !nouns.has(word) && !NO_NOUN.includes(word))
    .map((word) => `a folder of components has the word of a folder of lib: components/${word}`)
}

function frameworkInternals(root, all) {
  const reads = /\.(?:tsx?|m?js|css|ya?ml|json)$|(?:^|\/)Dockerfile$/
  return all
    .filter((file) => reads.test(file) && !OWN.includes(file))
    .filter((file) => INSIDE.test(fs.readFileSync(path.join(root, file), 'utf8')))
    .map((file) => `no import of framework internals: ${file}`)
}

/** The files that run statements; one of them compares the row of each statement with the database. */
const STATEMENT_FILES = /^lib\/platform\/(?:sql\/[^/]+|db\.server)\.ts$/

const undeclaredStatements = (root, sources) =>
  sources
    .filter((file) => !STATEMENT_FILES.test(file))
    .filter((file) => /\$queryRaw/.test(fs.readFileSync(path.join(root, file), 'utf8')))
    .map((file) => `a statement declares its rows, by select: ${file}`)

/** It asks about unsaved changes, and a late answer opens nothing. */
const GO = 'components/ui/overlays/use-go.ts'

const unguardedWays = (root, sources) =>
  sources
    .filter((file) => file !== GO)
    .filter((file) => /\brouter\.(?:push|replace)\(/.test(fs.readFileSync(path.join(root, file), 'utf8')))
    .map((file) => `a page is opened by a link or by useGo: ${file}`)

/** Where the clock at hand is right: what stays in the browser, and a first page that the server reads. */
const OWN_CLOCK = /^components\/(?:ui\/server-now|live\/list-query|intake\/worker\/.*)\.tsx?$/

const browserClocks = (root, sources) =>
  sources
    .filter((file) => file.startsWith('components/') && !OWN_CLOCK.test(file))
    .filter((file) =>
      /\bDate\.now\(|\bnew Date\(\)|\buseNow\b/.test(fs.readFileSync(path.join(root, file), 'utf8')),
    )
    .map((file) => `components have the time from serverNow: ${file}`)

/** @returns {Map<string, string[]>} names exported by several files, with the files */
function doubledNames(root, sources) {
  const places = new Map()
  for (const file of sources.filter((one) => !ROUTE.test(one)))
    for (const [, name] of fs.readFileSync(path.join(root, file), 'utf8').matchAll(EXPORTED))
      places.set(name, new Set([...(places.get(name) ?? []), file]))
  return new Map([...places].filter(([, where]) => where.size > 1).map(([name, where]) => [name, [...where]]))
}

/** @returns {string[]} one sentence per violation */
export function structureViolations(root) {
  const all = files(root)
  const sources = all.filter(isSource)
  return [
    ...crowdedFolders(sources),
    ...foldersWithoutNoun(sources),
    ...frameworkInternals(root, all),
    ...undeclaredStatements(root, sources),
    ...unguardedWays(root, sources),
    ...browserClocks(root, sources),
    ...[...doubledNames(root, sources)].map(
      ([name, where]) => `an exported name is declared in one file: ${name} in ${where.join(', ')}`,
    ),
  ]
}
