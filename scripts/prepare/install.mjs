// The steps between a fresh clone and a running product. Each runs only when its inputs changed.
import fs from 'node:fs'
import path from 'node:path'
import { lease, leases } from '../processes/alive.mjs'
import { must } from '../processes/run.mjs'
import { checkProductNode } from './node.mjs'
import { Problem, root, say } from './project.mjs'
import { fresh, once } from './stamp.mjs'

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
export const announceServing = () => lease(SERVING)
const served = () => leases(SERVING).length > 0

function refuseWhileServed(what) {
  if (served())
    throw new Problem(`${what} while Accord is running from this folder. Stop it first, then try again.`)
}

export async function install() {
  const inputs = ['package-lock.json', 'package.json']
  await once('install', inputs, 'node_modules/.bin/next', async () => {
    refuseWhileServed('The packages changed')
    say('installing the packages (about a minute, once)')
    await must('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  })
  checkProductNode()
}

export async function generate() {
  const inputs = ['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json']
  await once('generate', inputs, 'lib/platform/generated', async () => {
    say('generating the database client')
    await must('prisma', ['generate'], { capture: true })
  })
}

const buildInto = (folder, how) =>
  once(`build${folder}`, SOURCES, path.join(folder, 'BUILD_ID'), async () => {
    say('building the web application (about a minute, once)')
    await must('next', ['build'], { ...how, env: { BUILD_DIR: folder, NODE_ENV: 'production' } })
  })

export async function build() {
  if (served() && !fresh('build.next', SOURCES, '.next/BUILD_ID')) refuseWhileServed('The sources changed')
  await buildInto('.next')
  return '.next'
}

/**
 * The build under test: the existing one when it is fresh, never overwriting one that is being served.
 * @param {{ label?: string }} [how] label for its output
 */
export async function buildForTest(how) {
  const folder = served() && !fresh('build.next', SOURCES, '.next/BUILD_ID') ? '.next-test' : '.next'
  await buildInto(folder, how)
  return folder
}

/** @returns {string} the absolute path of an existing folder that we own */
export function ownFolder(given) {
  const folder = path.resolve(given)
  try {
    fs.mkdirSync(folder, { recursive: true })
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    throw new Problem(`The data folder ${folder} cannot be used by this user (${error.code}). Set DATA_DIR.`)
  }
  return folder
}
