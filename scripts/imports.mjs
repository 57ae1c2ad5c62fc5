// The import rules (ARCHITECTURE.md): app → components → lib; inside lib only folders earlier in ORDER; no cycles of
// files or folders; server files are marked, and browser files stay safe for a browser. A violation fails `npm test`.
import fs from 'node:fs'
import path from 'node:path'
import { structureViolations } from './structure.mjs'

const PRODUCT =
  'platform iban names tables audit auth keys http jobs webhooks upstream connections limits usage reviews verifications history uploads attempts payments users retention home exports'
export const ORDER = PRODUCT.split(' ')

/** The allowed imports of each folder; '.' is the root, with the files that Next expects there. e2e is unrestricted. */
const ALLOWED_IMPORTS = {
  lib: ['lib', 'messages'],
  components: ['components', 'lib', 'messages'],
  app: ['app', 'components', 'lib', 'messages'],
  '.': ['.', 'app', 'components', 'lib', 'messages', 'scripts'],
  worker: ['worker', 'lib'],
  prisma: ['prisma', 'lib'],
  service: ['service', 'lib/iban', 'lib/names'],
}
const ALLOWED_IN_TESTS = ['lib/platform/testing', 'service', 'scripts/backup', 'scripts/postgres']
const GENERATED = 'lib/platform/generated/'
const SPECIFIER =
  /^\s*(?:import|export)\s+(type\b)?([^'"`;]*?)\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

const topOf = (file) => (file.includes('/') ? file.split('/')[0] : '.')
const inside = (file, folder) => (folder === '.' ? !file.includes('/') : file.startsWith(`${folder}/`))
const isServer = (file) => /\.server\.tsx?$/.test(file)

function sources(root) {
  const tops = Object.keys(ALLOWED_IMPORTS).filter(
    (top) => top !== '.' && fs.existsSync(path.join(root, top)),
  )
  const nested = tops.flatMap((top) =>
    fs
      .readdirSync(path.join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  )
  const ours = (file) => /\.tsx?$/.test(file) && !file.startsWith(GENERATED) && file !== 'next-env.d.ts'
  return [...nested, ...fs.readdirSync(root)].filter(ours)
}

/** @returns {string} a path in the project, `?specifier` when there is no such file, or `package:name` */
function resolve(root, from, specifier) {
  if (!/^(\.{1,2}|@)\//.test(specifier)) return `package:${specifier}`
  const base = specifier.startsWith('@/') ? specifier.slice(2) : path.join(path.dirname(from), specifier)
  if (`${base}/`.startsWith(GENERATED)) return base
  const isFile = (file) => fs.statSync(path.join(root, file), { throwIfNoEntry: false })?.isFile()
  return [base, `${base}.ts`, `${base}.tsx`, base.replace(/\.js$/, '.ts')].find(isFile) ?? `?${specifier}`
}

function read(root, file) {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  const imports = [...text.matchAll(SPECIFIER)].map(([, type, names, from, bare, dynamic]) => ({
    to: resolve(root, file, from ?? bare ?? dynamic),
    typeOnly: Boolean(type) || /^\{(\s*type\s[^,}]+,?)+\s*\}\s*$/.test((names ?? '').trim()),
  }))
  const code = text.replace(/^(\s|\/\/.*\n|\/\*[\s\S]*?\*\/)*/, '')
  const test = /\.test\.tsx?$/.test(file) || file.includes('/testing/')
  const client = code.startsWith(`'use client'`)
  return { file, imports, test, client, hasServerOnly: code.startsWith(`import 'server-only'`) }
}

export const readTree = (root) => sources(root).map((file) => read(root, file))

/**
 * May run in a browser: everything in lib and components that is not marked as server code, and the client components
 * of app.
 */
const browserSafe = ({ file, test, client }) =>
  !test && !isServer(file) && (client || inside(file, 'lib') || inside(file, 'components'))
const serverOnly = (to) => isServer(to) || /^package:(server-only$|pg$|node:)/.test(to)

/** @returns {string[]} the rules that an import of `to` from this module breaks */
function brokenRules(module, { to, typeOnly }) {
  const { file, test } = module
  if (to.startsWith('?')) return ['every import leads to a file']
  const ours = !to.startsWith('package:')
  const allowed = test ? [...ALLOWED_IMPORTS[topOf(file)], ...ALLOWED_IN_TESTS] : ALLOWED_IMPORTS[topOf(file)]
  const rules = []
  if (ours && !allowed.some((folder) => inside(to, folder))) rules.push('imports only go down')
  const [from, target] = [file.split('/')[1], to.split('/')[1]]
  if (inside(file, 'lib') && inside(to, 'lib') && ORDER.indexOf(target) > ORDER.indexOf(from))
    rules.push('the order of lib')
  if (inside(file, 'components/ui') && ours && !inside(to, 'components/ui')) rules.push('ui knows no domain')
  if (browserSafe(module) && !typeOnly && serverOnly(to)) rules.push('browser files stay safe for a browser')
  return rules
}

/** @returns {string[]} the cycles of a graph, each as its path */
function findCycles(graph) {
  const [done, cycles] = [new Set(), []]
  const visit = (node, chain) => {
    if (chain.includes(node)) return cycles.push([...chain.slice(chain.indexOf(node)), node].join(' → '))
    if (done.has(node)) return
    for (const to of graph.get(node) ?? []) visit(to, [...chain, node])
    done.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}

/** Type imports count too: to understand one file of a cycle, you must read all of them. */
const fileCycles = (modules) => findCycles(new Map(modules.map((m) => [m.file, m.imports.map((i) => i.to)])))

/**
 * The flow of a noun that a file belongs to (`components/reviews/desk`), or null for the root of the noun, which
 * composes flows.
 */
function flowOf(file) {
  const parts = file.split('/')
  return parts.length > 3 && ['components', 'lib'].includes(parts[0]) ? parts.slice(0, 3).join('/') : null
}
const nounOf = (file) => (inside(file, 'components') ? file.split('/').slice(0, 2).join('/') : null)

function folderCycles(modules, folderOf) {
  const graph = new Map()
  for (const { file, imports, test } of modules) {
    const from = folderOf(file)
    if (!from || test) continue
    const targets = imports.map(({ to }) => folderOf(to)).filter((to) => to && to !== from)
    graph.set(from, new Set([...(graph.get(from) ?? []), ...targets]))
  }
  return findCycles(graph)
}

/** @returns {string[]} one sentence per violation */
export function violations(modules) {
  const folders = new Set(modules.filter((m) => inside(m.file, 'lib')).map((m) => m.file.split('/')[1]))
  return [
    ...modules.flatMap((m) =>
      m.imports.flatMap((i) => brokenRules(m, i).map((rule) => `${rule}: ${m.file} → ${i.to}`)),
    ),
    ...modules
      .filter((m) => isServer(m.file) && !m.hasServerOnly)
      .map((m) => `server files begin with import 'server-only': ${m.file}`),
    ...[...folders]
      .filter((f) => !ORDER.includes(f))
      .map((f) => `every folder of lib has a place in the order: lib/${f}`),
    ...fileCycles(modules).map((cycle) => `no circles: ${cycle}`),
    ...folderCycles(modules, nounOf).map((cycle) => `no circles of folders: ${cycle}`),
    ...folderCycles(modules, flowOf).map((cycle) => `no circles of folders: ${cycle}`),
    ...(modules.length ? [] : ['there must be files to check']),
  ]
}

if (process.argv[1] === import.meta.filename) {
  const modules = readTree(process.cwd())
  const messages = [...violations(modules), ...structureViolations(process.cwd())]
  console.log(messages.join('\n') || 'no import rule is broken')
  console.log(`${modules.length} files, ${modules.reduce((sum, m) => sum + m.imports.length, 0)} imports`)
  process.exit(messages.length ? 1 : 0)
}
