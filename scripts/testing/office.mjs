// A complete office for the browser tests: the production build, worker, service and PostgreSQL, on free ports with
// their own data, independent of a running `npm start`.
import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { cloneDatabase, dropDatabase } from '../postgres/database.mjs'
import { serviceClients } from '../prepare/clients.mjs'
import { ownFolder } from '../prepare/install.mjs'
import { Problem, say } from '../prepare/project.mjs'
import { secretsIn } from '../prepare/secrets.mjs'
import { environmentFor, readSettings } from '../prepare/settings.mjs'
import { freePort } from '../processes/ports.mjs'
import * as programs from '../processes/programs.mjs'
import { serviceReady, webReady, wholeReady } from '../processes/ready.mjs'
import { roundRobin } from '../processes/round-robin.mjs'
import { must } from '../processes/run.mjs'
import { supervisor } from '../processes/supervise.mjs'
import { testFolder, testServer } from './server.mjs'
import { addressesOf, template } from './template.mjs'

/** Long enough that a process waiting for the CPU is not replaced, and short enough for a browser test to wait for. */
const HANG_MS = 10_000

async function freshDatabase(server, name) {
  const postgres = server.url('postgres')
  await dropDatabase(postgres, name)
  await cloneDatabase(postgres, name, await template(server))
  return addressesOf(server, name)
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

/** Closed once, by the stage or by an interruption, whichever comes first. */
const onlyOnce = (work) => {
  let result
  return () => (result ??= work())
}

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
 * @param {{ buildDir: string, fleet?: boolean, wanted?: Record<string, string> }} how wanted: its own settings
 * @returns {Promise<{ env: Record<string, string>, logs: string, close: () => Promise<void> }>} env: for the tests:
 *   BASE_URL, WEB_URL, BUILD_DIR, DATABASE_URL, OFFICE_PROCESSES (a JSON file with the name and pid of every process)
 */
export async function openOffice(life, how) {
  const [office] = await openOffices(life, 1, how)
  return office
}

/** Several independent offices on one PostgreSQL, which ends after them. */
export async function openOffices(life, count, how) {
  const server = await testServer()
  life.undo(server.stop)
  const marks = Array.from({ length: count }, (_, at) => (at === 0 ? '' : `-${at + 1}`))
  return Promise.all(marks.map((mark) => opened(life, server, mark, how)))
}

/** mark: the suffix of the folder, database and record of an office */
async function opened(life, server, mark, { buildDir, fleet = false, wanted = {} }) {
  const folder = ownFolder(path.join(testFolder(), `office${mark}`))
  const [port, servicePort] = [await freePort(), await freePort()]
  const settings = readSettings({ PORT: String(port), SERVICE_PORT: String(servicePort) })
  const secrets = secretsIn(folder)
  // these lists are about the database of an earlier run
  for (const list of ['audit-anchors.jsonl', 'erasures.jsonl'])
    fs.rmSync(path.join(folder, list), { force: true })
  const bootId = crypto.randomUUID()
  const urls = await freshDatabase(server, `accord_browser${mark}`)
  const clients = serviceClients(undefined, folder, secrets)
  // the tests that sign in through the issuer start it
  const issuer = {
    OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`,
    OIDC_CLIENT_ID: 'accord',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-tests',
    OIDC_ROLES: 'analysts=analyst,reviewers=reviewer,admins=admin',
  }
  // settings for the tests of webhooks and metrics, which start a receiver on this machine themselves
  const outside = {
    WEBHOOK_ALLOW: `http://127.0.0.1:${await freePort()}`,
    METRICS_TOKEN: crypto.randomBytes(24).toString('base64url'),
  }
  const common = { SERVICE_LATENCY_MS: '0', LOG_LEVEL: 'info', DATA_DIR: folder, ...wanted }
  const env = {
    ...common,
    ...issuer,
    ...outside,
    ...environmentFor(settings, secrets, { bootId, databaseUrl: urls.dashboard, ...clients }),
  }
  await must('node', ['--import', './scripts/register.mjs', 'prisma/seed.ts'], { env })

  const [logs, record] = [path.join(folder, 'logs'), path.join(testFolder(), `pids${mark}.json`)]
  const team = supervisor({ say, record, logs: logFiles(logs), patience: HANG_MS })
  const { webs, ports, workers } = await programsOf(settings, { buildDir, env, fleet })
  const proxy = fleet ? await roundRobin(ports, settings) : undefined
  const close = onlyOnce(async () => {
    await proxy?.close()
    await team.stop([team.names().filter((name) => name !== 'service'), ['service']])
  })
  life.undo(close)
  team.run(programs.service({ ...env, DATABASE_URL: urls.service }))
  for (const web of webs) team.run(web)
  for (let number = 1; number <= workers; number++)
    team.run({ ...programs.worker(number, env), grace: 5_000 })
  try {
    const addresses = ports.map((port) => `http://${settings.host}:${port}`)
    await Promise.all([...addresses.map((address) => webReady(address, bootId)), serviceReady(servicePort)])
    await wholeReady(settings.address)
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
