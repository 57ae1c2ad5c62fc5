// What a database needs before the first request: the connection of the settings and, in demo mode, an office to try.
// Runs at every start and changes nothing that is already there.
import { seedConnection } from '@/lib/connections/active.server'
import { db } from '@/lib/platform/db.server'
import { isDemo } from '@/lib/platform/env.server'
import { POLICY_SETTING } from '@/lib/reviews/policy'
import { seedPeople } from './demo/people'
import { seedWeeks } from './demo/weeks'

await seedConnection()
if (isDemo()) {
  const people = await seedPeople()
  // the demo office has one reviewer: two approvals could never be given
  await db().setting.upsert({
    where: { key: POLICY_SETTING },
    create: { key: POLICY_SETTING, value: 'one' },
    update: {},
  })
  await seedWeeks(people)
}
await db().$disconnect()
