// `npm start`: from a fresh clone to an office that answers. Needs Node and npm, nothing else. `npm run dev` (`--dev`): the
// same without a build; pages and worker take every change of their files.
import crypto from 'node:crypto'
import path from 'node:path'
import { serviceClients } from './prepare/clients.mjs'
import { openDatabase } from './prepare/embedded.mjs'
import { announceServing, build, generate, install, ownFolder } from './prepare/install.mjs'
import { checkScriptNode } from './prepare/node.mjs'
import { enterProject, loadDotEnv, say, timed } from './prepare/project.mjs'
import { secretsIn, withGiven } from './prepare/secrets.mjs'
import { DEVELOPMENT, environmentFor, placeOf, readSettings } from './prepare/settings.mjs'
import { lifetime } from './processes/lifetime.mjs'
import { needPort } from './processes/ports.mjs'
import * as programs from './processes/programs.mjs'
import { serviceReady, webReady, wholeReady } from './processes/ready.mjs'
import { claim } from './processes/record.mjs'
import { must } from './processes/run.mjs'
import { supervisor } from './processes/supervise.mjs'

const dev = process.argv.includes('--dev')

enterProject()
await lifetime(async (life) => {
  checkScriptNode()
  // .env is of the office that people use, and so is its database
  if (dev) Object.assign(process.env, { ...DEVELOPMENT, ...process.env })
  else loadDotEnv()
  const settings = readSettings(process.env)
  const dataDir = ownFolder(settings.dataDir)
  const record = path.join(dataDir, 'processes.json')
  life.undo(await claim(record, dataDir, settings.publicAddress))
  await needPort(settings.port, settings.host, 'PORT')
  if (!settings.ownProvider) await needPort(settings.servicePort, '127.0.0.1', 'SERVICE_PORT')

  await timed('packages', install)
  await timed('database client', generate)
  const secrets = secretsIn(dataDir)
  const { url: databaseUrl, serviceUrl } = await openDatabase(life, {
    dataDir,
    password: secrets.POSTGRES_PASSWORD,
    port: settings.databasePort,
    parts: settings.ownProvider ? ['dashboard'] : ['dashboard', 'service'],
    timed,
  })
  const bootId = crypto.randomUUID()
  const clients = serviceClients(process.env.SERVICE_CLIENTS, dataDir, secrets)
  const env = environmentFor(settings, withGiven(process.env, secrets), { bootId, databaseUrl, ...clients })

  if (!dev) {
    await timed('build', build)
    life.undo(announceServing())
  }

  const patience = settings.unresponsiveSeconds * 1000
  const team = supervisor({ say, record, address: settings.publicAddress, patience })
  const workers = Array.from({ length: settings.workers }, (_, index) =>
    (dev ? programs.watchedWorker : programs.worker)(index + 1, env),
  )
  life.undo(() => team.stop([['web', ...workers.map(({ name }) => name)], ['service']]))
  life.hurry = team.kill
  if (!settings.ownProvider) team.run(programs.service({ ...env, DATABASE_URL: serviceUrl }))
  const openWeb = async () => {
    team.run((dev ? programs.devWeb : programs.web)(settings, env))
    await timed('web', () => webReady(settings.address, bootId))
  }
  const open = async () => {
    await Promise.all([
      settings.ownProvider || timed('verification service', () => serviceReady(settings.servicePort)),
      // proves the keys: web and worker write nothing before
      timed('first data', () => seed(env)),
    ])
    const web = dev || openWeb()
    for (const program of workers) team.run(program)
    await web
  }
  await Promise.all([open(), dev && openWeb()]) // next dev compiles while the data is made
  if (settings.workers && !(await timed('worker', () => wholeReady(settings.address))))
    say('the worker has not reported yet')
  greet(settings)
})

/** Its own message explains a problem with the keys. */
function seed(env) {
  const args = ['--import', './scripts/register.mjs', 'prisma/seed.ts']
  return must('node', args, { env, capture: true, quiet: true })
}

function greet(settings) {
  const people = 'analyst@accord.test, reviewer@accord.test, admin@accord.test (password accord-demo-2026)'
  say(`Accord is ready on ${placeOf(settings)}${settings.demo ? ` · sign in as ${people}` : ''}`)
}
