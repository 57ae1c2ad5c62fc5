// `npm run user -- create --email ada@bank.example --name "Ada Admin" --role admin`: creates a person, such as the
// first admin of an office outside the demo, and prints a single-use link. `--role` may be given several times. `npm
// run user -- link --email ada@bank.example`: a password link for an existing person. Works with a running office and
// without one.
import { parseArgs } from 'node:util'
import { checkScriptNode } from './prepare/node.mjs'
import { openOffice } from './prepare/office.mjs'
import { enterProject, Problem, sayOnStderr } from './prepare/project.mjs'
import { lifetime } from './processes/lifetime.mjs'
import { execute } from './processes/run.mjs'

const USAGE = `npm run user -- create --email ada@bank.example --name "Ada Admin" --role admin
     npm run user -- link --email ada@bank.example`

function personGiven() {
  const text = { type: 'string', default: '' }
  const options = { email: text, name: text, role: { type: 'string', multiple: true, default: [] } }
  let given
  try {
    given = parseArgs({ options, allowPositionals: true })
  } catch (error) {
    throw new Problem(`${error.message}\nUse: ${USAGE}`)
  }
  const act = given.positionals.join()
  if (act !== 'create' && act !== 'link') throw new Problem(`Use: ${USAGE}`)
  const { email, name, role } = given.values
  if (act === 'link') return { act, email }
  return { act, email, name, roles: role.flatMap((roles) => roles.split(',')).map((one) => one.trim()) }
}

enterProject()
sayOnStderr()
await lifetime(async (life) => {
  checkScriptNode()
  const person = personGiven()
  const { env } = await openOffice(life)
  const args = ['--import', './scripts/register.mjs', 'scripts/user-link.ts', JSON.stringify(person)]
  return (await execute('node', args, { env })).code ?? 1
})
