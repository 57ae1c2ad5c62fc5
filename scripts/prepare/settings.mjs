// Validates the environment before anything starts. Pure: takes the environment, returns the settings.
import { isTimeZone } from '../../lib/platform/env/time-zone.mjs'
import { isLoopback } from '../../lib/platform/loopback.mjs'
import { Problem } from './project.mjs'

const REQUIRED_WITH_DATABASE = ['NEXTAUTH_SECRET', 'NEXTAUTH_URL', 'ENCRYPTION_KEYS']
const REQUIRED_OUTSIDE_DEMO = ['AUDIT_KEY', 'SIGNING_KEY']
const PROVIDER = ['VERIFICATION_BASE_URL', 'VERIFICATION_CLIENT_ID', 'VERIFICATION_CLIENT_SECRET']

/** The URL by which this machine reaches a process on a host, which may mean all interfaces. */
export const addressOf = (host, port) =>
  `http://${bracketIpv6(host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)}:${port}`
const bracketIpv6 = (host) => (host.includes(':') ? `[${host}]` : host)

function readInteger(env, name, fallback, [min, max]) {
  const value = Number(env[name] || fallback)
  if (Number.isInteger(value) && value >= min && value <= max) return value
  throw new Problem(`${name} must be a whole number from ${min} to ${max}; it is "${env[name]}"`)
}

const PORTS = { PORT: 3000, SERVICE_PORT: 4010, PG_PORT: 54_329 }

/**
 * @param {keyof typeof PORTS} name
 * @returns {number} the port in a setting, or its default
 * @throws {Problem} when it isn't a port
 */
export const readPort = (env, name) => readInteger(env, name, PORTS[name], [1, 65_535])

function readTimeZone(env) {
  const zone = env.TIME_ZONE || 'UTC'
  if (isTimeZone(zone)) return zone
  throw new Problem(`TIME_ZONE is not the name of a time zone: "${zone}". Example: Europe/Paris`)
}

/** HOST is loopback behind a proxy, so the public URL is checked too. */
function readDemoMode(env, host) {
  const demo = env.DEMO || (env.DATABASE_URL ? '0' : '1')
  if (demo === '0') return false
  if (demo !== '1') throw new Problem(`DEMO must be 0 or 1; it is "${demo}"`)
  const isPublic =
    (!isLoopback(hostOf(`http://${bracketIpv6(host)}`)) && `HOST=${host}`) ||
    (env.NEXTAUTH_URL && !isLoopback(hostOf(env.NEXTAUTH_URL)) && `NEXTAUTH_URL=${env.NEXTAUTH_URL}`)
  if (isPublic)
    throw new Problem(
      `${isPublic} would offer the demo, with its well-known password, to the network.\n` +
        'Use an address of this machine (127.0.0.1), or leave the demo with DEMO=0.',
    )
  return true
}

/** @returns the host of a URL; the text itself when it is not a URL */
const hostOf = (address) => {
  try {
    return new URL(address).hostname
  } catch {
    return address
  }
}

function requireNames(env, names, why) {
  const missing = names.filter((name) => !env[name])
  if (missing.length === 0) return
  throw new Problem(
    `${why} needs ${names.length > 1 ? 'all of ' : ''}${names.join(', ')}.\nMissing: ${missing.join(', ')}`,
  )
}

/**
 * @param {Record<string, string | undefined>} env
 * @throws {Problem} when a setting is missing, contradictory or malformed (.env.example)
 */
export function readSettings(env) {
  const host = (env.HOST || '127.0.0.1').replace(/^\[(.*)\]$/, '$1') // IPv6 as in a URL
  const port = readPort(env, 'PORT')
  const servicePort = readPort(env, 'SERVICE_PORT')
  const address = addressOf(host, port)
  const demo = readDemoMode(env, host)
  if (env.DATABASE_URL) {
    requireNames(
      env,
      [...REQUIRED_WITH_DATABASE, ...(demo ? [] : REQUIRED_OUTSIDE_DEMO)],
      'DATABASE_URL is set. That',
    )
  }
  if (env.DATABASE_OWNER_URL) requireNames(env, ['DATABASE_URL'], 'DATABASE_OWNER_URL is set. That')
  const ownProvider = PROVIDER.some((name) => env[name])
  if (ownProvider) requireNames(env, PROVIDER, 'The connection to a verification service')
  return {
    host,
    port,
    demo,
    ownProvider,
    servicePort,
    workers: readInteger(env, 'WORKERS', 1, [0, 64]),
    /** a web or worker process without a heartbeat for so long is replaced */
    unresponsiveSeconds: readInteger(env, 'UNRESPONSIVE_SECONDS', 30, [1, 3600]),
    databasePort: readPort(env, 'PG_PORT'),
    timeZone: readTimeZone(env),
    dataDir: env.DATA_DIR || '.data',
    /** the URL of the web process on this machine, and the public one */
    address,
    publicAddress: env.NEXTAUTH_URL || address,
    serviceAddress: `http://127.0.0.1:${servicePort}/api-v1`,
  }
}

/**
 * Defaults of `npm run dev`. They differ from those of `npm start`, the host too, because a browser shares the cookies
 * of a host between its ports.
 */
export const DEVELOPMENT = { HOST: 'localhost', PORT: '3001', SERVICE_PORT: '4011', DATA_DIR: '.data/dev' }

/** The public URL, and the one on which this process listens when it differs. */
export const describeAddress = ({ address, publicAddress }) =>
  publicAddress === address ? address : `${publicAddress}, listening on ${address}`

/** The environment of web, worker, service and seed, beyond what the person set. */
export function environmentFor(settings, secrets, { bootId, databaseUrl, clientsFile, client }) {
  const provider = settings.ownProvider
    ? {}
    : {
        VERIFICATION_BASE_URL: settings.serviceAddress,
        VERIFICATION_CLIENT_ID: client.id,
        VERIFICATION_CLIENT_SECRET: client.secret,
        SERVICE_PORT: String(settings.servicePort),
        SERVICE_CLIENTS: clientsFile,
      }
  return {
    NEXTAUTH_URL: settings.publicAddress,
    NEXTAUTH_SECRET: secrets.NEXTAUTH_SECRET,
    ENCRYPTION_KEYS: secrets.ENCRYPTION_KEYS,
    AUDIT_KEY: secrets.AUDIT_KEY,
    SIGNING_KEY: secrets.SIGNING_KEY,
    ...provider,
    DATABASE_URL: databaseUrl,
    // processes that serve requests don't get the credentials of the table owner
    DATABASE_OWNER_URL: '',
    DEMO: settings.demo ? '1' : '0',
    TIME_ZONE: settings.timeZone,
    BOOT_ID: bootId,
  }
}
