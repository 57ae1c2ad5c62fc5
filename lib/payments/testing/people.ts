import { policySetting } from '@/lib/reviews/load.server'
import { connect, type Person, person } from '@/lib/uploads/testing/office'

/** Signs up people, and sets the policy that one approval decides. @returns an analyst and two reviewers */
export async function signUpPeople(): Promise<[Person, Person, Person]> {
  await connect('http://127.0.0.1:9')
  await policySetting.save('one')
  return [await person(), await person(['reviewer']), await person(['reviewer'])]
}
