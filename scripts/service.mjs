// `npm run service`: the verification service alone. Standard output has its one line; progress goes to stderr.
import path from 'node:path'
import { chosenClient, serviceClients } from './prepare/clients.mjs'
import { openDatabase } from './prepare/embedded.mjs'
import { install, ownFolder } from './prepare/install.mjs'
import { checkScriptNode } from './prepare/node.mjs'
import { enterProject, Problem, say, sayOnStderr } from './prepare/project.mjs'
import { secretsIn } from './prepare/secrets.mjs'
import { lifetime } from './processes/lifetime.mjs'
import { needPort } from './processes/ports.mjs'
import * as programs from './processes/programs.mjs'
import { supervisor } from './processes/supervise.mjs'

enterProject()
sayOnStderr()
await lifetime(async (life) => {
  checkScriptNode()
  const port = Number(process.env.SERVICE_PORT || 4010)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Problem('SERVICE_PORT must be a port number')
  const dataDir = ownFolder(process.env.DATA_DIR || '.data')
  await needPort(port, '127.0.0.1', 'SERVICE_PORT')
  await install()
  const secrets = secretsIn(dataDir)
  const password = secrets.POSTGRES_PASSWORD
  const { serviceUrl } = await openDatabase(life, { dataDir, password, parts: ['service'] })
  const { clientsFile } = serviceClients(process.env.SERVICE_CLIENTS, dataDir, {
    ...secrets,
    ...chosenClient(process.env),
  })
  if (!process.env.SERVICE_CLIENTS) say(`client id and secret: ${clientsFile}`)
  const register = process.env.SERVICE_REGISTER
  const team = supervisor({ say })
  life.undo(() => team.stop())
  life.hurry = team.kill
  team.run(
    programs.service({
      DATABASE_URL: serviceUrl,
      SERVICE_PORT: String(port),
      SERVICE_CLIENTS: clientsFile,
      ...(register && { SERVICE_REGISTER: path.resolve(register) }),
    }),
  )
})
