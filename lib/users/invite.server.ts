import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { lockPerson } from '@/lib/auth/end-access.server'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import { noteInviter } from '@/lib/auth/second-person.server'
import { db, refuseOn } from '@/lib/platform/db.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { newLink } from '@/lib/users/links.server'
import { lockPeople, refuseOwnAccount } from '@/lib/users/lock-people.server'
import type { Invitation } from '@/lib/users/schema'
import type { PasswordLink } from '@/lib/users/view'

/**
 * Creates a person without a password for each address, with one link each: all or none.
 * @returns the links; they are shown only once
 * @throws Refusal 409 email_known with the addresses
 */
export async function invite(input: Invitation, { actor, auditActor }: RequestedBy): Promise<PasswordLink[]> {
  const emails = [...new Set(input.emails)]
  const known = await db().user.findMany({ where: { email: { in: emails } }, select: { email: true } })
  if (known.length > 0) throw emailKnown(known.map(({ email }) => email))
  return db()
    .$transaction(async (tx) => {
      await lockPeople(tx, actor)
      const links: PasswordLink[] = []
      for (const email of emails) {
        const [name = email] = email.split('@')
        const { id } = await tx.user.create({ data: { email, name, roles: input.roles } })
        await noteInviter(tx, id, actor.id)
        links.push(await newLink(tx, { id, email }, actor.id))
      }
      for (const { userId: id } of links)
        await record(
          {
            by: auditActor,
            action: 'user.invited',
            object: { type: 'user', id },
            details: { roles: input.roles },
          },
          tx,
        )
      return links
    })
    .catch(refuseOn({ users_email_key: () => emailKnown(emails) }))
}

/** Which of the addresses somebody has already. */
export const emailKnown = (emails: string[]) =>
  new Refusal(409, 'email_known', 'Someone already has this email address.', {
    errors: emails.map((email) => ({ path: 'emails', code: 'email_known', message: email })),
  })

/**
 * Creates a new link for somebody who was invited or has lost the password, and revokes the previous one. Nothing else
 * changes until it is used.
 * @param actor undefined on the command line, which may make a link for anybody
 * @throws Refusal 404; 409 own_account (one's own password is changed with the current one) | user_deactivated |
 * single_sign_on
 */
export async function renewLink(
  id: string,
  { actor, auditActor }: { actor?: Actor; auditActor: AuditActor },
): Promise<PasswordLink> {
  if (actor) refuseOwnAccount(id, actor)
  return db().$transaction(async (tx) => {
    if (actor) await lockPeople(tx, actor)
    await lockPerson(tx, id)
    const user = await tx.user.findUnique({ where: { id } })
    if (!user) throw notFound()
    if (user.disabledAt)
      throw new Refusal(409, 'user_deactivated', 'Reactivate this person before making a link.')
    if ((await tx.identity.count({ where: { userId: id } })) > 0)
      throw new Refusal(
        409,
        'single_sign_on',
        'This person signs in through single sign-on and has no password here.',
      )
    const link = await newLink(tx, user, actor?.id)
    await record({ by: auditActor, action: 'user.link_created', object: { type: 'user', id } }, tx)
    return link
  })
}
