import 'server-only'
import { record } from '@/lib/audit/record.server'
import { db, refuseOn } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { emailKnown, renewLink } from '@/lib/users/invite.server'
import { newLink } from '@/lib/users/links.server'
import type { NewPerson } from '@/lib/users/schema'
import type { PasswordLink } from '@/lib/users/view'

/**
 * Creates a person from the command line, such as the first admin.
 * @returns the link to choose a password; it is shown only once
 * @throws Refusal 409 email_known
 */
export async function createPerson({ email, name, roles }: NewPerson): Promise<PasswordLink> {
  return db()
    .$transaction(async (tx) => {
      const { id } = await tx.user.create({ data: { email, name, roles } })
      const link = await newLink(tx, { id, email }, undefined)
      const object = { type: 'user', id }
      await record({ by: { kind: 'system' }, action: 'user.invited', object, details: { roles } }, tx)
      return link
    })
    .catch(refuseOn({ users_email_key: () => emailKnown([email]) }))
}

/**
 * Creates a link for a new password from the command line, for an admin whom no other admin can help.
 * @throws Refusal 404 when nobody has this address; 409 user_deactivated | single_sign_on
 */
export async function createPasswordLink(email: string): Promise<PasswordLink> {
  const user = await db().user.findUnique({ where: { email }, select: { id: true } })
  if (!user) throw new Refusal(404, 'email_unknown', 'Nobody has this email address.')
  return renewLink(user.id, { auditActor: { kind: 'system' } })
}
