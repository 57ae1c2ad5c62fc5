// Creates a person, or a new link for an existing one, and prints the link to choose a password. Started by
// scripts/user.mjs with its settings; the last argument is the action as JSON.
import { assertAuditKeys } from '@/lib/audit/keys.server'
import { db } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { exitWithSentence } from '@/lib/platform/storage.server'
import { createPasswordLink, createPerson } from '@/lib/users/create.server'
import { type NewPerson, newPerson } from '@/lib/users/schema'

const OPTIONS = { email: '--email', name: '--name', roles: '--role (analyst, reviewer, admin)' }
const { action, ...person } = JSON.parse(process.argv.at(-1) ?? '')
const parsed = (action === 'link' ? newPerson.pick({ email: true }) : newPerson).safeParse(person)
try {
  await assertAuditKeys()
  if (parsed.success) {
    const { url, expiresAt } = await ('roles' in parsed.data
      ? createPerson(parsed.data as NewPerson)
      : createPasswordLink(parsed.data.email))
    console.log(
      `Open this link once, before ${expiresAt.slice(0, 16).replace('T', ' ')} UTC, to choose a password:`,
    )
    console.log(url)
  } else {
    for (const { path } of parsed.error.issues)
      console.error(`Missing or wrong: ${OPTIONS[String(path[0]) as keyof typeof OPTIONS] ?? path.join('.')}`)
    process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof Refusal)) exitWithSentence(error)
  console.error(error.message)
  process.exitCode = 1
} finally {
  await db().$disconnect()
}
