// Helpers that every script needs before anything is installed: plain JavaScript with Node's own modules only.
import fs from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'

export const root = path.resolve(import.meta.dirname, '../..')
export const cache = path.join(root, 'node_modules/.cache/accord')

/** A problem that the person can solve: printed as a sentence, without a stack trace. */
export class Problem extends Error {}

/** @returns {boolean} whether this is the error of a full disk, or of a quota that is used up */
export const isDiskFull = (error) => ['ENOSPC', 'EDQUOT'].includes(error?.code)

/**
 * Creates a folder when it is missing.
 * @param {(folder: string, code: string) => string} [sentence] says that this user can't use it, and the repair
 * @returns {string} its absolute path
 */
export function makeFolder(
  relative,
  sentence = (folder, code) =>
    `The folder ${folder} can't be written by this user (${code}). Start Accord from a folder that it can write.`,
) {
  const folder = path.resolve(relative)
  try {
    fs.mkdirSync(folder, { recursive: true })
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
  } catch (error) {
    throw new Problem(sentence(folder, error.code))
  }
  return folder
}

let output = process.stdout
/** Sends progress to stderr from now on, for a command whose standard output is a contract. */
export const logToStderr = () => {
  output = process.stderr
}
export const log = (message) => output.write(`[${seconds(performance.now())}] ${message}\n`)
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`

/** A step that takes longer than this is said to be at work. */
const QUIET_STEP_MS = 10_000

/**
 * Runs a step of a start and prints how long it took.
 * @param {string} name
 * @param {() => T | Promise<T>} work @template T
 * @returns {Promise<T>}
 */
export async function logDuration(name, work) {
  const started = performance.now()
  const notice = setTimeout(() => log(`${name}: still at work`), QUIET_STEP_MS)
  try {
    const result = await work()
    log(`${name}: ${seconds(performance.now() - started)}`)
    return result
  } finally {
    clearTimeout(notice)
  }
}

/** Changes to the project's folder, and puts the project's Node first in the path of every child process. */
export function enterProject() {
  process.chdir(root)
  process.env.PATH = [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter)
  Object.assign(process.env, {
    NEXT_TELEMETRY_DISABLED: '1',
    CHECKPOINT_DISABLE: '1',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
  })
  // the terminal may close before this process does: a failed progress line must not leave processes behind
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

const DATABASE_URLS = ['DATABASE_URL', 'DATABASE_OWNER_URL']

/** The database that a URL names, without its user. */
function databaseOf(address) {
  try {
    const { host, pathname, search } = new URL(address)
    return host + pathname + search
  } catch {
    return address
  }
}

/**
 * Both users work on one database, so the environment names another one for both or for neither.
 * @throws {Problem} when one of them would stay on the database of .env
 */
export function requireSameDatabase(environment, dotEnv) {
  const different = DATABASE_URLS.find(
    (name) => environment[name] && dotEnv[name] && databaseOf(environment[name]) !== databaseOf(dotEnv[name]),
  )
  const fromDotEnv = DATABASE_URLS.find((name) => environment[name] === undefined && dotEnv[name])
  if (!different || !fromDotEnv) return
  throw new Problem(
    `${different} of the environment names another database than .env, and ${fromDotEnv} comes from .env. ` +
      'Set both in the environment (DATABASE_OWNER_URL= where one user does everything), or neither.',
  )
}

/**
 * Settings of the environment override those in .env.
 * @throws {Problem} when the two would name two databases
 */
export function loadDotEnv() {
  if (!fs.existsSync('.env')) return
  // an editor on Windows may begin the file with a byte order mark, which would belong to the first name
  const dotEnv = parseEnv(fs.readFileSync('.env', 'utf8').replace(/^\uFEFF/, ''))
  requireSameDatabase(process.env, dotEnv)
  for (const [name, value] of Object.entries(dotEnv)) process.env[name] ??= value
}
