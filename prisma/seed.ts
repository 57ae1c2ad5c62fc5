import { assertAuditKeys } from '@/lib/audit/keys.server'
import { seedConnection } from '@/lib/connections/active.server'
import { DEFAULT_LIMITS } from '@/lib/limits/limits'
import { limitsSetting } from '@/lib/limits/limits.server'
import { db, type Prisma } from '@/lib/platform/db.server'
import { isDemo } from '@/lib/platform/env.server'
import { exitWithSentence } from '@/lib/platform/storage.server'
import { policySetting } from '@/lib/reviews/load.server'
import { seedPayments } from './demo/payments'
import { seedPeople } from './demo/people'
import { seedWeeks } from './demo/weeks'

// What a database needs before the first request: the connection of the settings and, in demo mode, an office to try.
// Runs at every start and changes nothing that is already there.

/** What the demo office begins with; an admin may change it. */
const begin = (key: string, value: Prisma.InputJsonValue) =>
  db().setting.upsert({ where: { key }, create: { key, value }, update: {} })

async function seed(): Promise<void> {
  await assertAuditKeys()
  await seedConnection()
  if (isDemo()) {
    const people = await seedPeople()
    // who tries the office is one person: a second approval would take a second sign-in
    await begin(policySetting.key, 'one')
    // its answers are simulated: whoever tries many names learns nothing about anybody, and is only warned
    await begin(limitsSetting.key, {
      ...DEFAULT_LIMITS,
      names: { ...DEFAULT_LIMITS.names, secondFrom: null },
    })
    await seedWeeks(people)
    await seedPayments(people)
  } else if ((await db().user.count()) === 0) {
    // the end of the start shows it
    console.log('create the first admin: npm run user -- create --email … --name … --role admin')
  }
}

await seed().catch(exitWithSentence)
await db().$disconnect()
