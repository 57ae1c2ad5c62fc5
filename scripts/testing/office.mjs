// A complete office for the browser tests: the production build, worker, service and PostgreSQL, on free ports with
// their own data, independent of a running `npm start`.
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { cloneDatabase, dropDatabase } from '../postgres/database.mjs'
import { ensureServiceClients } from '../prepare/clients.mjs'
import { ensureFolder } from '../prepare/install.mjs'
import { log, Problem } from '../prepare/project.mjs'
import { ensureSecrets } from '../prepare/secrets.mjs'
import { environmentFor, readSettings } from '../prepare/settings.mjs'
import { callOnce } from '../processes/lifecycle.mjs'
import { freePort } from '../processes/ports.mjs'
import * as programs from '../processes/programs.mjs'
import { waitForReadiness, waitForService, waitForWeb } from '../processes/ready.mjs'
import { startRoundRobinProxy } from '../processes/round-robin.mjs'
import { executeOrThrow } from '../processes/run.mjs'
import { createSupervisor } from '../processes/supervise.mjs'
import { testFolder, testServer } from './server.mjs'
import { databaseUrls, ensureTemplate } from './template.mjs'

/** Long enough that a process waiting for the CPU is not replaced, and short enough for a browser test to wait for. */
const HANG_MS = 10_000

async function freshDatabase(server, name) {
  const postgres = server.url('postgres')
  await dropDatabase(postgres, name)
  await cloneDatabase(postgres, name, await ensureTemplate(server))
  return databaseUrls(server, name)
}

function logFiles(folder) {
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  return (name) => fs.openSync(path.join(folder, `${name.replace(' ', '-')}.log`), 'a')
}

const tail = (folder) =>
  fs.readdirSync(folder).map((name) => {
    const lines = fs.readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n')
    return `--- ${name}\n${lines.slice(-30).join('\n')}`
  })

/** One web process and one worker; the fleet has two of each, and a proxy that alternates between them. */
async function programsOf(settings, { buildDir, env, fleet }) {
  if (!fleet)
    return { webs: [programs.web({ ...settings, buildDir }, env)], ports: [settings.port], workers: 1 }
  const ports = [await freePort(), await freePort()]
  const webs = ports.map((port, at) => ({
    ...programs.web({ ...settings, port, buildDir }, { ...env, TRUSTED_PROXY: '1' }),
    name: `web ${at + 1}`,
  }))
  return { webs, ports, workers: 2 }
}

/**
 * @param {{ buildDir: string, fleet?: boolean, overrides?: Record<string, string> }} options overrides: settings of this office
 * @returns {Promise<{ env: Record<string, string>, logs: string, close: () => Promise<void> }>} env: for the tests:
 *   BASE_URL, WEB_URL, BUILD_DIR, DATABASE_URL, OFFICE_PROCESSES (a JSON file with the name and pid of every process)
 */
export async function startTestOffice(lifecycle, options) {
  const [office] = await startTestOffices(lifecycle, 1, options)
  return office
}

/** Several independent offices on one PostgreSQL, which ends after them. */
export async function startTestOffices(lifecycle, count, options) {
  const server = await testServer()
  lifecycle.addCleanup(server.stop)
  const suffixes = Array.from({ length: count }, (_, at) => (at === 0 ? '' : `-${at + 1}`))
  return Promise.all(suffixes.map((suffix) => startOffice(lifecycle, server, suffix, options)))
}

/** @param {string} suffix of the folder, database and record of an office */
async function startOffice(lifecycle, server, suffix, { buildDir, fleet = false, overrides = {} }) {
  const folder = ensureFolder(path.join(testFolder(), `office${suffix}`))
  const [port, servicePort] = [await freePort(), await freePort()]
  const settings = readSettings({ PORT: String(port), SERVICE_PORT: String(servicePort) })
  const secrets = ensureSecrets(folder)
  // these files belong to the database of an earlier run
  for (const list of ['audit-anchors.jsonl', 'erasures.jsonl'])
    fs.rmSync(path.join(folder, list), { force: true })
  const bootId = crypto.randomUUID()
  const urls = await freshDatabase(server, `accord_browser${suffix}`)
  const clients = ensureServiceClients(undefined, folder, secrets)
  // the tests that sign in through the issuer start it
  const issuer = {
    OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`,
    OIDC_CLIENT_ID: 'accord',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-tests',
    OIDC_ROLES: 'analysts=analyst,reviewers=reviewer,admins=admin',
  }
  // settings for the tests of webhooks and metrics, which start a receiver on this machine themselves
  const receivers = {
    WEBHOOK_ALLOW: `http://127.0.0.1:${await freePort()}`,
    METRICS_TOKEN: crypto.randomBytes(24).toString('base64url'),
  }
  const common = { SERVICE_LATENCY_MS: '0', LOG_LEVEL: 'info', DATA_DIR: folder, ...overrides }
  const env = {
    ...common,
    ...issuer,
    ...receivers,
    ...environmentFor(settings, secrets, { bootId, databaseUrl: urls.dashboard, ...clients }),
  }
  await executeOrThrow('node', ['--import', './scripts/register.mjs', 'prisma/seed.ts'], { env })

  const [logs, record] = [path.join(folder, 'logs'), path.join(testFolder(), `pids${suffix}.json`)]
  const supervisor = createSupervisor({ log, record, logs: logFiles(logs), timeoutMs: HANG_MS })
  const { webs, ports, workers } = await programsOf(settings, { buildDir, env, fleet })
  const proxy = fleet ? await startRoundRobinProxy(ports, settings) : undefined
  const close = callOnce(async () => {
    await proxy?.close()
    await supervisor.stop([supervisor.names().filter((name) => name !== 'service'), ['service']])
  })
  lifecycle.addCleanup(close)
  supervisor.run(programs.service({ ...env, DATABASE_URL: urls.service }))
  for (const web of webs) supervisor.run(web)
  for (let number = 1; number <= workers; number++)
    supervisor.run({ ...programs.worker(number, env), grace: 5_000 })
  try {
    const addresses = ports.map((port) => `http://${settings.host}:${port}`)
    await Promise.all([
      ...addresses.map((address) => waitForWeb(address, bootId)),
      waitForService(servicePort),
    ])
    await waitForReadiness(settings.address)
  } catch (error) {
    await close()
    throw new Problem(`${error.message}\n${tail(logs).join('\n')}`)
  }
  return {
    // the tests create their data as the owner
    env: {
      ...env,
      DATABASE_URL: urls.owner,
      BUILD_DIR: buildDir,
      BASE_URL: settings.address,
      // a web process itself, without the proxy of a fleet
      WEB_URL: `http://${settings.host}:${ports[0]}`,
      OFFICE_PROCESSES: record,
    },
    logs,
    close,
  }
}
