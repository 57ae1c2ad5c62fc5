import { policySetting } from '@/lib/reviews/load.server'
import { insertConnection, insertPerson, type Person } from '@/lib/uploads/testing/office'

/** Signs up people, and sets the policy that one approval decides. @returns an analyst and two reviewers */
export async function createPeople(): Promise<[Person, Person, Person]> {
  await insertConnection('http://127.0.0.1:9')
  await policySetting.save('one')
  return [await insertPerson(), await insertPerson(['reviewer']), await insertPerson(['reviewer'])]
}
