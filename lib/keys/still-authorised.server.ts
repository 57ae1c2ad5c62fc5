import 'server-only'
import { type Actor, ROLES, type Role } from '@/lib/auth/roles'
import { rolesOfSession } from '@/lib/auth/session.server'
import { keyInvalid } from '@/lib/keys/authenticate.server'
import { KEY_PAUSED, ownerMissesFactor } from '@/lib/keys/conditions.server'
import { type Db, db, Prisma, type Tx } from '@/lib/platform/db.server'
import { sessionRequired } from '@/lib/platform/refusal'
import { listOf, oneOf, select } from '@/lib/platform/sql/select.server'

/** Whether the session or key that started a long request is still valid, with every role it had then. */
export async function isStillAuthorised({ key, sessionId, roles }: Actor, on: Db = db()): Promise<boolean> {
  const held = key ? await rolesOfKey(key.id, on) : await rolesOfSession(sessionId, on)
  return held !== null && roles.every((role) => held.includes(role))
}

/** @throws Refusal 401 session_required | key_invalid when the session or key, or one of its roles, has ended meanwhile */
export async function assertStillAuthorised(actor: Actor, on: Db = db()): Promise<void> {
  if (!(await isStillAuthorised(actor, on))) throw actor.key ? keyInvalid() : sessionRequired()
}

/**
 * The same in the transaction of an act that comes after a wait. A change of the person waits for the act from now on.
 * @param takeLock the lock that the act waits for: after the person's, like what ends access, and before the question,
 * because a session or key may end during the wait
 * @throws Refusal 401 session_required | key_invalid, and those of `takeLock`
 */
export async function lockAccess<Locked = void>(
  tx: Tx,
  actor: Actor,
  takeLock?: () => Promise<Locked>,
): Promise<Locked> {
  await tx.$executeRaw`select from users where id = ${actor.id}::uuid for share`
  const locked = (await takeLock?.()) as Locked
  await assertStillAuthorised(actor, tx)
  return locked
}

async function rolesOfKey(id: string, on: Db): Promise<Role[] | null> {
  const [row] = await select(
    on,
    { roles: listOf(oneOf(ROLES)) },
    Prisma.sql`
    select u.roles::text[] as roles from api_keys k join users u on u.id = k.owner_id
     where k.id = ${id}::uuid and k.revoked_at is null and k.expires_at > statement_timestamp() and u.disabled_at is null
       and not ${KEY_PAUSED} and not ${ownerMissesFactor()}`,
  )
  return row?.roles ?? null
}
