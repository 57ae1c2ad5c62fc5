// The steps between a fresh clone and a running product. Each runs only when its inputs changed.
import fs from 'node:fs'
import path from 'node:path'
import { acquireLease, activeLeases } from '../processes/identity.mjs'
import { executeOrThrow } from '../processes/run.mjs'
import { checkProductNode } from './node.mjs'
import { log, makeFolder, Problem, root } from './project.mjs'
import { isFresh, runIfStale } from './stamp.mjs'

const SERVING = path.join(root, '.data/serving')
const SOURCES = [
  ...['app', 'components', 'lib', 'messages', 'public', 'prisma/schema.prisma'],
  ...['proxy.ts', 'instrumentation.ts', 'instrumentation-node.ts'],
  ...[
    'next.config.js',
    'next.config.mjs',
    'next.config.ts',
    'postcss.config.mjs',
    'tsconfig.json',
    'package-lock.json',
  ],
]

/** Marks the build and node_modules as in use, so that nobody replaces them under a running office. */
export const markServing = () => acquireLease(makeFolder(SERVING))
const isServing = () => activeLeases(SERVING).length > 0

function refuseWhileServing(what) {
  if (isServing())
    throw new Problem(`${what} while Accord is running from this folder. Stop it first, then try again.`)
}

export async function install() {
  const inputs = ['package-lock.json', 'package.json']
  await runIfStale('install', inputs, 'node_modules/.bin/next', async () => {
    refuseWhileServing('The packages changed')
    log('installing the packages (about a minute, once)')
    await executeOrThrow('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  })
  checkProductNode()
}

export async function generate() {
  const inputs = ['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json']
  await runIfStale('generate', inputs, 'lib/platform/generated', async () => {
    log('generating the database client')
    await executeOrThrow('prisma', ['generate'], { capture: true })
  })
}

/** Tailwind's resolver reads what follows a `#` of a path as a fragment, and the build then hangs for minutes. */
export function refuseFragment(folder) {
  if (!folder.includes('#')) return
  throw new Problem(
    `Accord can't be built in a folder with # in its name: ${folder}. Move it to another one.`,
  )
}

/** @throws {Problem} for a command that installs nothing, in a folder that no start has prepared */
export function requirePrepared() {
  if (!fs.existsSync('lib/platform/generated'))
    throw new Problem('Run npm start once: it prepares the project.')
}

const buildInto = (folder, options) =>
  runIfStale(`build${folder}`, SOURCES, path.join(folder, 'BUILD_ID'), async () => {
    refuseFragment(root)
    log('building the web application (about a minute, once)')
    await executeOrThrow('next', ['build'], {
      ...options,
      env: { BUILD_DIR: folder, NODE_ENV: 'production' },
    })
  })

export async function build() {
  if (isServing() && !isFresh('build.next', SOURCES, '.next/BUILD_ID'))
    refuseWhileServing('The sources changed')
  // Next prints a line for each of its routes, which is of use only where the build fails
  await buildInto('.next', { capture: true })
  return '.next'
}

/**
 * The build under test: the existing one when it is fresh, never overwriting one that is being served.
 * @param {{ label?: string }} [options] label for its output
 */
export async function buildForTest(options) {
  const folder = isServing() && !isFresh('build.next', SOURCES, '.next/BUILD_ID') ? '.next-test' : '.next'
  await buildInto(folder, options)
  return folder
}

/** Creates a folder for data when it is missing. @returns {string} its absolute path */
export const ensureFolder = (relative) =>
  makeFolder(
    relative,
    (folder, code) => `The data folder ${folder} cannot be used by this user (${code}). Set DATA_DIR.`,
  )
