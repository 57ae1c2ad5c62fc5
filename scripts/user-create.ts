// Makes one person and prints the link to choose a password. Started by scripts/user.mjs with its settings; the person
// is the last argument, as JSON.
import { db } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { createPerson } from '@/lib/users/create.server'
import { newPerson } from '@/lib/users/schema'

const given = newPerson.safeParse(JSON.parse(process.argv.at(-1) ?? ''))
try {
  if (given.success) {
    const { url, expiresAt } = await createPerson(given.data)
    console.log(
      `Open this link once, before ${expiresAt.slice(0, 16).replace('T', ' ')} UTC, to choose a password:`,
    )
    console.log(url)
  } else {
    const options = { email: '--email', name: '--name', roles: '--role (analyst, reviewer, admin)' }
    for (const { path } of given.error.issues)
      console.error(`Missing or wrong: ${options[String(path[0]) as keyof typeof options] ?? path.join('.')}`)
    process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  await db().$disconnect()
}
