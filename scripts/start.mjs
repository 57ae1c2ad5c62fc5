// `npm start`: from a fresh clone to an office that answers. Needs Node and npm, nothing else. `npm run dev` (`--dev`): the
// same without a build; pages and worker take every change of their files.
import crypto from 'node:crypto'
import path from 'node:path'
import { DEMO_PASSWORD } from '../lib/auth/demo-password.mjs'
import { ensureServiceClients } from './prepare/clients.mjs'
import { openOfficeDatabase } from './prepare/embedded.mjs'
import { build, ensureFolder, generate, install, markServing } from './prepare/install.mjs'
import { enterProject, loadDotEnv, log, logDuration } from './prepare/project.mjs'
import { ensureSecrets, overrideSecrets } from './prepare/secrets.mjs'
import { DEVELOPMENT, describeAddress, environmentFor, readSettings } from './prepare/settings.mjs'
import { runWithCleanup } from './processes/lifecycle.mjs'
import { requireFreePort } from './processes/ports.mjs'
import * as programs from './processes/programs.mjs'
import { waitForReadiness, waitForService, waitForWeb } from './processes/ready.mjs'
import { claimOffice } from './processes/record.mjs'
import { executeOrThrow } from './processes/run.mjs'
import { createSupervisor } from './processes/supervise.mjs'

const dev = process.argv.includes('--dev')

enterProject()
await runWithCleanup(async (lifecycle) => {
  // .env is of the office that people use, and so is its database
  if (dev) Object.assign(process.env, { ...DEVELOPMENT, ...process.env })
  else loadDotEnv()
  const settings = readSettings(process.env)
  const dataDir = ensureFolder(settings.dataDir)
  const record = path.join(dataDir, 'processes.json')
  lifecycle.addCleanup(await claimOffice(record, dataDir, settings.publicAddress))
  await requireFreePort(settings.port, settings.host, 'PORT')
  if (!settings.ownProvider) await requireFreePort(settings.servicePort, '127.0.0.1', 'SERVICE_PORT')

  await logDuration('packages', install)
  await logDuration('database client', generate)
  const secrets = ensureSecrets(dataDir)
  const { url: databaseUrl, serviceUrl } = await openOfficeDatabase(lifecycle, {
    dataDir,
    password: secrets.POSTGRES_PASSWORD,
    port: settings.databasePort,
    parts: settings.ownProvider ? ['dashboard'] : ['dashboard', 'service'],
    logDuration,
  })
  const bootId = crypto.randomUUID()
  const clients = ensureServiceClients(process.env.SERVICE_CLIENTS, dataDir, secrets)
  const env = environmentFor(settings, overrideSecrets(process.env, secrets), {
    bootId,
    databaseUrl,
    ...clients,
  })

  if (!dev) {
    await logDuration('build', build)
    lifecycle.addCleanup(markServing())
  }

  const timeoutMs = settings.unresponsiveSeconds * 1000
  const supervisor = createSupervisor({ log, record, address: settings.publicAddress, timeoutMs })
  const workers = Array.from({ length: settings.workers }, (_, index) =>
    (dev ? programs.watchedWorker : programs.worker)(index + 1, env),
  )
  lifecycle.addCleanup(() => supervisor.stop([['web', ...workers.map(({ name }) => name)], ['service']]))
  lifecycle.forceStop = supervisor.kill
  if (!settings.ownProvider) supervisor.run(programs.service({ ...env, DATABASE_URL: serviceUrl }))
  const openWeb = async () => {
    supervisor.run((dev ? programs.devWeb : programs.web)(settings, env))
    await logDuration('web', () => waitForWeb(settings.address, bootId))
  }
  let next = ''
  const open = async () => {
    await Promise.all([
      settings.ownProvider || logDuration('verification service', () => waitForService(settings.servicePort)),
      // proves the keys: web and worker write nothing before
      logDuration('first data', async () => {
        next = await seed(env)
      }),
    ])
    const web = dev || openWeb()
    for (const program of workers) supervisor.run(program)
    await web
  }
  await Promise.all([open(), dev && openWeb()]) // next dev compiles while the data is made
  if (settings.workers && !(await logDuration('worker', () => waitForReadiness(settings.address))))
    log('the worker has not reported yet')
  greet(settings, next.trim())
})

/**
 * Its own message explains a problem with the keys.
 * @returns what a person does next, or nothing
 */
function seed(env) {
  const args = ['--import', './scripts/register.mjs', 'prisma/seed.ts']
  return executeOrThrow('node', args, { env, capture: true, quiet: true })
}

function greet(settings, next) {
  const people = ['analyst', 'reviewer', 'second.reviewer', 'admin'].map((name) => `${name}@accord.test`)
  const hint = settings.demo ? `sign in as ${people.join(', ')} (password ${DEMO_PASSWORD})` : next
  log(`Accord is ready on ${describeAddress(settings)}${hint && ` · ${hint}`} · Ctrl-C stops it`)
}
