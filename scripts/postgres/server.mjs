// Starts, reuses and stops the embedded PostgreSQL through pg_ctl. The server is not our child process: it survives
// when every process of the product is killed, and the next start uses it again.
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../prepare/project.mjs'
import { acquireLease, activeLeases } from '../processes/identity.mjs'
import { withLock } from '../processes/lock.mjs'
import { acceptsConnections, freePort } from '../processes/ports.mjs'
import { execute } from '../processes/run.mjs'
import { binaries } from './binaries.mjs'
import { chooseLocation, refuseShellCharacters, serverUser } from './location.mjs'

const OWNER_ROLE = 'accord'
/** The role of web and worker, which only reads and writes rows (roles.mjs). */
export const APP_ROLE = 'accord_app'
export const SERVICE_ROLE = 'accord_service'
const SMALL_SERVER = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: "''",
  max_connections: 80,
  shared_buffers: '32MB',
  jit: 'off',
  random_page_cost: '1.1', // random access is as fast as sequential on an SSD
  io_method: 'sync', // no extra processes for a database this small
  max_wal_size: '512MB',
  max_logical_replication_workers: 0, // nothing uses logical replication
}
/** A Mac has no C.UTF-8; these two together are the same. */
const LOCALE = process.platform === 'darwin' ? ['--lc-collate=C', '--lc-ctype=UTF-8'] : ['--locale=C.UTF-8']
const DISPOSABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Runs a program of PostgreSQL as the right user, in English, from a folder that every user may enter. */
const runTool = (cluster, name, args) =>
  execute(path.join(cluster.native, 'bin', name), args, {
    capture: true,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    spawnOptions: { ...cluster.user, cwd: '/' },
  })

async function initCluster(cluster, data, password) {
  const temporary = path.join(cluster.home, 'init') // an interrupted initdb is simply run again
  fs.rmSync(temporary, { recursive: true, force: true })
  const passwordFile = path.join(cluster.home, '.password')
  fs.rmSync(passwordFile, { force: true })
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (cluster.user.uid !== undefined) fs.chownSync(passwordFile, cluster.user.uid, cluster.user.gid)
  const args = [
    '-D',
    temporary,
    '-U',
    OWNER_ROLE,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '-E',
    'UTF8',
    ...LOCALE,
  ]
  const { code, output } = await runTool(cluster, 'initdb', args)
  fs.rmSync(passwordFile, { force: true })
  if (code !== 0) throw new Problem(`PostgreSQL could not be set up in ${cluster.home}:\n${output}`)
  fs.renameSync(temporary, data)
}

/** Each role has its own derived password, from which the owner's cannot be computed. */
const passwordOf = (role, password) =>
  role === OWNER_ROLE
    ? password
    : crypto.createHash('sha256').update(`${role} ${password}`).digest('base64url')

/** A process that has ended, a zombie too, has none. */
const folderOf = (pid) => {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}
/**
 * Every process of a PostgreSQL has its data folder as working directory. Without /proc this is unknown, so assume that
 * it runs.
 */
const inUse = (data) =>
  !fs.existsSync('/proc/self') ||
  fs.readdirSync('/proc').some((pid) => /^\d+$/.test(pid) && folderOf(pid) === data)

/**
 * `pg_ctl status` trusts the process id in the file, even when that process is a zombie or another program.
 * @returns {Promise<number | undefined>} the port of a server that really answers; the file of a dead one is removed
 */
async function runningPort(data) {
  const file = path.join(data, 'postmaster.pid')
  if (!fs.existsSync(file)) return undefined
  const port = Number(fs.readFileSync(file, 'utf8').split('\n')[3])
  if (port && (await acceptsConnections(port))) return port
  if (!inUse(data)) fs.rmSync(file, { force: true })
  return undefined
}

async function startOrFind(cluster, data, preferredPort, overrides) {
  const settings = Object.entries({ ...SMALL_SERVER, ...overrides })
  let lastOutput = ''
  for (let attempt = 0; attempt < 80; attempt++) {
    const found = await runningPort(data)
    if (found) return found
    const port = (await freePort(preferredPort)) ?? (await freePort())
    const options = [`-p ${port}`, ...settings.map(([name, value]) => `-c ${name}=${value}`)].join(' ')
    const log = path.join(cluster.home, 'postgres.log')
    const args = ['start', '-w', '-t', '60', '-D', data, '-l', log, '-o', options]
    const { code, output } = await runTool(cluster, 'pg_ctl', args)
    if (code === 0) return port
    lastOutput = output
    await sleep(250)
  }
  throw new Problem(
    `PostgreSQL did not start. Its log: ${path.join(cluster.home, 'postgres.log')}\n${lastOutput}`,
  )
}

const usersOf = (dataDir) => path.join(dataDir, 'postgres.users')
const stop = (cluster, data) => runTool(cluster, 'pg_ctl', ['stop', '-w', '-m', 'fast', '-D', data])

/** Stops the server of a folder whose last user was killed before it could. */
export async function stopUnused(dataDir) {
  if (!fs.existsSync(path.join(dataDir, 'postgres/data'))) return
  const user = serverUser(path.join(dataDir, 'postgres'))
  await withLock(dataDir, 'postgres', async () => {
    const cluster = { ...chooseLocation({ ...binaries(), dataDir, user }), user }
    const data = fs.realpathSync(path.join(cluster.home, 'data'))
    if (activeLeases(usersOf(dataDir)).length === 0 && (await runningPort(data))) await stop(cluster, data)
  })
}

/**
 * @param {{ dataDir: string, password: string, port: number, disposable?: boolean, settings?: Record<string, string> }} options
 *   disposable: for tests, faster and not safe against a power failure; settings: override those of a small office
 * @returns {Promise<{ home: string, moved: boolean, url: (database: string, role?: string) => string, stop: () => Promise<void> }>}
 *   url: of the owner, or of another role; stop: the server stops with its last user
 */
export async function startPostgres({ dataDir, password, port, disposable = false, settings = {} }) {
  const user = serverUser(path.join(dataDir, 'postgres'))
  return withLock(dataDir, 'postgres', async () => {
    const cluster = { ...chooseLocation({ ...binaries(), dataDir, user }), user }
    refuseShellCharacters(cluster)
    const data = path.join(cluster.home, 'data')
    if (!fs.existsSync(path.join(data, 'PG_VERSION'))) await initCluster(cluster, data, password)
    const overrides = { ...(disposable ? DISPOSABLE : {}), ...settings }
    const actualPort = await startOrFind(cluster, fs.realpathSync(data), port, overrides)
    const releaseLease = acquireLease(usersOf(dataDir))
    return {
      home: cluster.home,
      moved: cluster.moved,
      url: (database, role = OWNER_ROLE) =>
        `postgresql://${role}:${passwordOf(role, password)}@127.0.0.1:${actualPort}/${database}`,
      stop: () =>
        withLock(dataDir, 'postgres', async () => {
          if (releaseLease().length === 0) await stop(cluster, data)
        }),
    }
  })
}
