// `npm run user -- create --email ada@bank.example --name "Ada Admin" --role admin`: creates a person, such as the
// first admin of an office outside the demo, and prints a single-use link. `--role` may be given several times. `npm
// run user -- link --email ada@bank.example`: a password link for an existing person. Works with a running office and
// without one.
import { parseArgs } from 'node:util'
import { openOffice } from './prepare/office.mjs'
import { enterProject, logToStderr, Problem } from './prepare/project.mjs'
import { runWithCleanup } from './processes/lifecycle.mjs'
import { execute } from './processes/run.mjs'

const USAGE = `npm run user -- create --email ada@bank.example --name "Ada Admin" --role admin
     npm run user -- link --email ada@bank.example`

function readArguments() {
  const text = { type: 'string', default: '' }
  const options = { email: text, name: text, role: { type: 'string', multiple: true, default: [] } }
  let parsed
  try {
    parsed = parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new Problem(`${error.message}\nUse: ${USAGE}`)
  }
  const action = parsed.positionals.join()
  if (action !== 'create' && action !== 'link') throw new Problem(`Use: ${USAGE}`)
  const { email, name, role } = parsed.values
  if (action === 'link') return { action, email }
  return { action, email, name, roles: role.flatMap((roles) => roles.split(',')).map((one) => one.trim()) }
}

enterProject()
logToStderr()
await runWithCleanup(async (lifecycle) => {
  const person = readArguments()
  const { env } = await openOffice(lifecycle)
  const args = ['--import', './scripts/register.mjs', 'scripts/user-link.ts', JSON.stringify(person)]
  return (await execute('node', args, { env })).code ?? 1
})
