import 'server-only'
import { record } from '@/lib/audit/record.server'
import { db, violatedConstraint } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { newLink } from '@/lib/users/links.server'
import type { NewPerson } from '@/lib/users/schema'
import type { PasswordLink } from '@/lib/users/view'

/**
 * Makes one person from the command line: how the first admin of an office comes to be.
 * @returns the link to choose a password; it is told this once
 * @throws Refusal 409 email_known
 */
export async function createPerson({ email, name, roles }: NewPerson): Promise<PasswordLink> {
  try {
    return await db().$transaction(async (tx) => {
      const { id } = await tx.user.create({ data: { email, name, roles } })
      const link = await newLink(tx, { id, email }, undefined)
      const object = { type: 'user', id }
      await record({ by: { kind: 'system' }, action: 'user.invited', object, details: { roles } }, tx)
      return link
    })
  } catch (error) {
    if (violatedConstraint(error) === 'unique')
      throw new Refusal(409, 'email_known', 'Somebody with this address is here already.')
    throw error
  }
}
