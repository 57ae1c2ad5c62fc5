// `npm run user -- create --email ada@bank.example --name "Ada Admin" --role admin`: makes a person, such as the first
// admin of an office outside the demo, and prints a link that is good once. `--role` may be given several times.
// Works beside a running office and without one.
import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { openDatabase } from './prepare/embedded.mjs'
import { ownFolder } from './prepare/install.mjs'
import { checkScriptNode } from './prepare/node.mjs'
import { enterProject, Problem, sayOnStderr } from './prepare/project.mjs'
import { secretsIn } from './prepare/secrets.mjs'
import { readSettings } from './prepare/settings.mjs'
import { lifetime } from './processes/lifetime.mjs'
import { execute } from './processes/run.mjs'

const USAGE = 'npm run user -- create --email ada@bank.example --name "Ada Admin" --role admin'

function personGiven() {
  const text = { type: 'string', default: '' }
  const options = { email: text, name: text, role: { type: 'string', multiple: true, default: [] } }
  let given
  try {
    given = parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new Problem(`${error.message}\nUse: ${USAGE}`)
  }
  if (given.positionals.join() !== 'create') throw new Problem(`Use: ${USAGE}`)
  const { email, name, role } = given.values
  return { email, name, roles: role.flatMap((roles) => roles.split(',')).map((one) => one.trim()) }
}

enterProject()
sayOnStderr()
await lifetime(async (life) => {
  checkScriptNode()
  const person = personGiven()
  if (fs.existsSync('.env')) process.loadEnvFile('.env')
  const { dataDir: named, databasePort, publicAddress } = readSettings(process.env)
  const dataDir = ownFolder(named)
  if (!fs.existsSync('lib/platform/generated'))
    throw new Problem('Run npm start once: it prepares the project.')
  const secrets = process.env.DATABASE_URL ? process.env : secretsIn(dataDir)
  const url = await openDatabase(life, {
    dataDir,
    password: secrets.POSTGRES_PASSWORD,
    port: databasePort,
    parts: ['dashboard'],
  })
  const { NEXTAUTH_SECRET, ENCRYPTION_KEYS, AUDIT_KEY } = secrets
  const env = {
    DATABASE_URL: url,
    NEXTAUTH_URL: publicAddress,
    NEXTAUTH_SECRET,
    ENCRYPTION_KEYS,
    AUDIT_KEY,
    DATA_DIR: dataDir,
  }
  const args = ['--import', './scripts/register.mjs', 'scripts/user-create.ts', JSON.stringify(person)]
  return (await execute('node', args, { env })).code ?? 1
})
