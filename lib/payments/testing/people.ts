import { insertPerson, type Person } from '@/lib/auth/testing/people'
import { insertConnection } from '@/lib/connections/testing/connection'
import { policySetting } from '@/lib/reviews/load.server'

/** Signs up people, and sets the policy that one approval decides. @returns an analyst and two reviewers */
export async function createPeople(): Promise<[Person, Person, Person]> {
  await insertConnection()
  await policySetting.save('one')
  return [await insertPerson(), await insertPerson('reviewer'), await insertPerson('reviewer')]
}
