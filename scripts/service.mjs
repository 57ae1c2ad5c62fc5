// `npm run service`: the verification service alone. Standard output has its one line; progress goes to stderr.
import path from 'node:path'
import { configuredClient, ensureServiceClients } from './prepare/clients.mjs'
import { openOfficeDatabase } from './prepare/embedded.mjs'
import { ensureFolder, install } from './prepare/install.mjs'
import { enterProject, log, logToStderr } from './prepare/project.mjs'
import { ensureSecrets } from './prepare/secrets.mjs'
import { readPort } from './prepare/settings.mjs'
import { runWithCleanup } from './processes/lifecycle.mjs'
import { requireFreePort } from './processes/ports.mjs'
import * as programs from './processes/programs.mjs'
import { createSupervisor } from './processes/supervise.mjs'

enterProject()
logToStderr()
await runWithCleanup(async (lifecycle) => {
  const port = readPort(process.env, 'SERVICE_PORT')
  const dataDir = ensureFolder(process.env.DATA_DIR || '.data')
  await requireFreePort(port, '127.0.0.1', 'SERVICE_PORT')
  await install()
  const secrets = ensureSecrets(dataDir)
  const password = secrets.POSTGRES_PASSWORD
  const { serviceUrl } = await openOfficeDatabase(lifecycle, {
    dataDir,
    password,
    port: readPort(process.env, 'PG_PORT'),
    parts: ['service'],
  })
  const { clientsFile } = ensureServiceClients(process.env.SERVICE_CLIENTS, dataDir, {
    ...secrets,
    ...configuredClient(process.env),
  })
  if (!process.env.SERVICE_CLIENTS) log(`client id and secret: ${clientsFile}`)
  const register = process.env.SERVICE_REGISTER
  const supervisor = createSupervisor({ log })
  lifecycle.addCleanup(() => supervisor.stop())
  lifecycle.forceStop = supervisor.kill
  supervisor.run(
    programs.service({
      DATABASE_URL: serviceUrl,
      SERVICE_PORT: String(port),
      SERVICE_CLIENTS: clientsFile,
      ...(register && { SERVICE_REGISTER: path.resolve(register) }),
    }),
  )
})
