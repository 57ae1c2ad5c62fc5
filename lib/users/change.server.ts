import 'server-only'
import { record, recordAll } from '@/lib/audit/record.server'
import { endAccess, lockPerson } from '@/lib/auth/end-access.server'
import { type RequestedBy, ROLES, type Role } from '@/lib/auth/roles'
import {
  assertMayDecide,
  becomesSecondPerson,
  coolingOffEnd,
  startCoolingOff,
} from '@/lib/auth/second-person.server'
import { db, type Prisma, type Tx } from '@/lib/platform/db.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { settingChanged } from '@/lib/platform/settings.server'
import { databaseNow } from '@/lib/platform/sql/now.server'
import { pauseUploadsOf } from '@/lib/uploads/sending/pause-of-person.server'
import { endLinks, endLinksMadeBy } from '@/lib/users/links.server'
import { lockPeople, refuseOwnAccount } from '@/lib/users/lock-people.server'
import { endLostRoles } from '@/lib/users/lost-roles.server'
import type { RolesChange } from '@/lib/users/schema'

type Changed = { id: string; roles: Role[]; passwordHash: string | null }

/** Locks the person first: a link or a sign-in may be changing them. @throws Refusal 404 */
async function load(tx: Tx, id: string) {
  await lockPerson(tx, id)
  const user = await tx.user.findUnique({ where: { id } })
  if (!user) throw notFound()
  return user
}

/**
 * An admin with a password can help when single sign-on is down, so the last one of them stays. For others, any admin
 * who can sign in is enough.
 * @throws Refusal 409 last_admin when no such admin would be left
 */
async function demandAnotherAdmin(tx: Tx, { id, passwordHash }: Changed): Promise<void> {
  const withPassword: Prisma.UserWhereInput = { passwordHash: { not: null } }
  const canHelp = passwordHash ? withPassword : { OR: [withPassword, { identities: { some: {} } }] }
  const others = await tx.user.count({
    where: { id: { not: id }, roles: { has: 'admin' }, disabledAt: null, ...canHelp },
  })
  if (others === 0) throw new Refusal(409, 'last_admin', 'At least one admin is needed.')
}

/**
 * Replaces the roles of a person, effective from their next request. A new reviewer or admin waits before they can act
 * as a second person. Of somebody who is no longer an analyst, waiting checks are not sent and uploads pause. The links
 * that a former admin made end.
 * @throws Refusal 404; 403 own_roles to raise one's own; 409 setting_changed | own_admin_role | last_admin
 */
export async function changeRoles(
  id: string,
  { roles, before: seen }: RolesChange,
  { actor, auditActor }: RequestedBy,
): Promise<void> {
  await db().$transaction(async (tx) => {
    await lockPeople(tx, actor)
    const before = await load(tx, id)
    if (ROLES.some((role) => before.roles.includes(role) !== seen.includes(role))) throw settingChanged()
    if (before.roles.includes('admin') && !roles.includes('admin')) {
      if (id === actor.id) throw new Refusal(409, 'own_admin_role', 'You can’t remove your own Admin role.')
      await demandAnotherAdmin(tx, before)
    }
    if (id === actor.id && roles.some((role) => !before.roles.includes(role)))
      throw new Refusal(403, 'own_roles', 'You can’t give yourself a role. Ask another admin.')
    if (String(before.roles) === String(roles)) return
    const details = { from: before.roles, to: roles }
    const ended = await endLostRoles(tx, id, details, auditActor)
    await tx.user.update({ where: { id }, data: { roles } })
    const entry = { by: auditActor, action: 'user.roles_changed', object: { type: 'user', id }, details }
    await recordAll([...ended, entry], tx)
    if (becomesSecondPerson(before.roles, roles))
      await startCoolingOff(tx, id, { why: 'role_added', by: auditActor })
  })
}

/**
 * Deactivates a person: sessions, keys and links end at once, also links that they made for others. Their waiting checks
 * are not sent, their uploads pause, history stays. Or reactivates them with their old password.
 * @throws Refusal 404; 409 own_account | last_admin
 */
export async function setActive(id: string, active: boolean, by: RequestedBy): Promise<void> {
  const { actor, auditActor } = by
  await db().$transaction(async (tx) => {
    await lockPeople(tx, actor)
    const user = await load(tx, id)
    if (active === (user.disabledAt === null)) return
    if (!active) return deactivate(tx, user, by)
    await record({ by: auditActor, action: 'user.reactivated', object: { type: 'user', id } }, tx)
    await startCoolingOff(tx, id, { why: 'reactivated', by: auditActor })
    await tx.user.update({ where: { id }, data: { disabledAt: null } })
  })
}

async function deactivate(tx: Tx, user: Changed, { actor, auditActor }: RequestedBy): Promise<void> {
  const { id } = user
  refuseOwnAccount(id, actor)
  if (user.roles.includes('admin')) await demandAnotherAdmin(tx, user)
  const paused = await pauseUploadsOf(tx, id, 'requester_deactivated', auditActor)
  await tx.user.update({ where: { id }, data: { disabledAt: await databaseNow(tx) } })
  await endLinks(tx, id)
  await endLinksMadeBy(tx, id)
  const ended = await endAccess(tx, id)
  const entry = { by: auditActor, action: 'user.deactivated', object: { type: 'user', id }, details: ended }
  await recordAll([...paused, entry], tx)
}

/**
 * Ends all sessions and API keys of a person, and any link for a new password; an invitation stays.
 * @throws Refusal 404
 */
export async function signOutEverywhere(
  id: string,
  { actor, auditActor }: RequestedBy,
): Promise<{ ended: number; keys: number }> {
  return db().$transaction(async (tx) => {
    await lockPeople(tx, actor)
    const { passwordHash } = await load(tx, id)
    if (passwordHash !== null) await endLinks(tx, id)
    const details = await endAccess(tx, id)
    await record(
      { by: auditActor, action: 'user.signed_out_everywhere', object: { type: 'user', id }, details },
      tx,
    )
    return details
  })
}

/**
 * Ends the waiting period of a second person. The admin who confirms must not have caused it.
 * @param until the end of the wait that the admin saw: a later change of the account begins another one
 * @throws Refusal 404; 409 not_waiting | setting_changed; 403 four_eyes (oneself, or the admin who caused it) |
 * decides_later (an admin who waits too)
 */
export async function confirmPerson(
  id: string,
  until: Date,
  { actor, auditActor }: RequestedBy,
): Promise<void> {
  await db().$transaction(async (tx) => {
    await lockPeople(tx, actor)
    const { heldBy } = await load(tx, id)
    const decidesFrom = await coolingOffEnd(id, tx)
    if (!decidesFrom) throw new Refusal(409, 'not_waiting', 'This person can already decide.')
    if (id === actor.id || heldBy.includes(actor.id))
      throw new Refusal(403, 'four_eyes', 'Another admin must confirm this person.')
    await assertMayDecide(actor.id, tx)
    if (decidesFrom.getTime() !== until.getTime()) throw settingChanged()
    await tx.user.update({ where: { id }, data: { decidesFrom: null, heldBy: [] } })
    await record({ by: auditActor, action: 'user.confirmed', object: { type: 'user', id } }, tx)
  })
}
