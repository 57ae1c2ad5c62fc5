import { writeSetting } from '@/lib/platform/settings.server'
import { connect, type Person, person } from '@/lib/uploads/testing/office'

/** Signs up people, and sets the policy that one approval decides. @returns an analyst and two reviewers */
export async function signUpPeople(): Promise<[Person, Person, Person]> {
  await connect('http://127.0.0.1:9')
  await writeSetting('reviews.policy', 'one')
  return [await person(), await person(['reviewer']), await person(['reviewer'])]
}
