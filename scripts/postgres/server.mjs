// Starts, reuses and stops the embedded PostgreSQL through pg_ctl. The server is not our child process: it survives
// when every process of the product is killed, and the next start uses it again.
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../prepare/project.mjs'
import { lease, leases } from '../processes/alive.mjs'
import { locked } from '../processes/lock.mjs'
import { answers, freePort } from '../processes/ports.mjs'
import { execute } from '../processes/run.mjs'
import { binaries } from './binaries.mjs'
import { place, serverUser } from './place.mjs'

const USER = 'accord'
/** The role that only reads and writes rows (roles.mjs). */
export const APP = 'accord_app'
export const SERVICE = 'accord_service'
const SMALL = {
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
const DISPOSABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Runs a program of PostgreSQL as the right user, in English, from a folder that every user may enter. */
const tool = (at, name, args) =>
  execute(path.join(at.native, 'bin', name), args, {
    capture: true,
    env: { LC_ALL: 'C', TZ: 'UTC' },
    options: { ...at.who, cwd: '/' },
  })

async function create(at, data, password) {
  const aside = path.join(at.home, 'init') // an interrupted initdb is simply run again
  fs.rmSync(aside, { recursive: true, force: true })
  const secret = path.join(at.home, '.password')
  fs.rmSync(secret, { force: true })
  fs.writeFileSync(secret, `${password}\n`, { mode: 0o600 })
  if (at.who.uid !== undefined) fs.chownSync(secret, at.who.uid, at.who.gid)
  const args = [
    '-D',
    aside,
    '-U',
    USER,
    `--pwfile=${secret}`,
    '--auth=scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ]
  const { code, output } = await tool(at, 'initdb', args)
  fs.rmSync(secret, { force: true })
  if (code !== 0) throw new Problem(`PostgreSQL could not be set up in ${at.home}:\n${output}`)
  fs.renameSync(aside, data)
}

/** Each role has its own derived password, from which the owner's cannot be computed. */
const passwordOf = (role, password) =>
  role === USER ? password : crypto.createHash('sha256').update(`${role} ${password}`).digest('base64url')

const stateOf = (pid) => {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()[0]
  } catch {
    return undefined
  }
}
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
async function running(data) {
  const file = path.join(data, 'postmaster.pid')
  if (!fs.existsSync(file)) return undefined
  const [pid, , , port] = fs.readFileSync(file, 'utf8').split('\n').map(Number)
  if (port && (await answers(port))) return port
  const dead = stateOf(pid) === 'Z' || folderOf(pid) !== data
  if (dead && !inUse(data)) fs.rmSync(file, { force: true })
  return undefined
}

async function startOrFind(at, data, wanted, own) {
  const settings = Object.entries({ ...SMALL, ...own })
  let last = ''
  for (let turn = 0; turn < 80; turn++) {
    const found = await running(data)
    if (found) return found
    const port = (await freePort(wanted)) ?? (await freePort())
    const options = [`-p ${port}`, ...settings.map(([name, value]) => `-c ${name}=${value}`)].join(' ')
    const log = path.join(at.home, 'postgres.log')
    const args = ['start', '-w', '-t', '60', '-D', data, '-l', log, '-o', options]
    const { code, output } = await tool(at, 'pg_ctl', args)
    if (code === 0) return port
    last = output
    await sleep(250)
  }
  throw new Problem(`PostgreSQL did not start. Its log: ${path.join(at.home, 'postgres.log')}\n${last}`)
}

const usersOf = (dataDir) => path.join(dataDir, 'postgres.users')
const stop = (at, data) => tool(at, 'pg_ctl', ['stop', '-w', '-m', 'fast', '-D', data])

/** Stops the server of a folder whose last user was killed before it could. */
export async function stopUnused(dataDir) {
  if (!fs.existsSync(path.join(dataDir, 'postgres/data'))) return
  const who = serverUser(path.join(dataDir, 'postgres'))
  await locked(dataDir, 'postgres', async () => {
    const at = { ...place({ ...binaries(), dataDir, who }), who }
    const data = fs.realpathSync(path.join(at.home, 'data'))
    if (leases(usersOf(dataDir)).length === 0 && (await running(data))) await stop(at, data)
  })
}

/**
 * @param {{ dataDir: string, password: string, port?: number, disposable?: boolean, settings?: Record<string, string> }} how
 *   disposable: for tests, faster and not safe against a power failure; settings: override those of a small office
 * @returns {Promise<{ home: string, moved: boolean, url: (database: string, role?: string) => string, stop: () => Promise<void> }>}
 *   url: of the owner, or of another role; stop: the server stops with its last user
 */
export async function startPostgres({ dataDir, password, port = 54329, disposable = false, settings = {} }) {
  const who = serverUser(path.join(dataDir, 'postgres'))
  return locked(dataDir, 'postgres', async () => {
    const at = { ...place({ ...binaries(), dataDir, who }), who }
    const data = path.join(at.home, 'data')
    if (!fs.existsSync(path.join(data, 'PG_VERSION'))) await create(at, data, password)
    const own = { ...(disposable ? DISPOSABLE : {}), ...settings }
    const real = await startOrFind(at, fs.realpathSync(data), port, own)
    const leave = lease(usersOf(dataDir))
    return {
      home: at.home,
      moved: at.moved,
      url: (database, role = USER) =>
        `postgresql://${role}:${passwordOf(role, password)}@127.0.0.1:${real}/${database}`,
      stop: () =>
        locked(dataDir, 'postgres', async () => {
          if (leave().length === 0) await stop(at, data)
        }),
    }
  })
}
