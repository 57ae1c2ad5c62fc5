import 'server-only'
import type { AuditActor, AuditEvent } from '@/lib/audit/record.server'
import type { RequesterProblem, Role } from '@/lib/auth/roles'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { select, uuid } from '@/lib/platform/sql/select.server'

/** Ends every session of a person except `kept`. @returns how many were open */
export const endSessions = (tx: Tx, userId: string, kept?: string): Promise<number> =>
  tx.$executeRaw`
    update sessions set revoked_at = now()
     where user_id = ${userId}::uuid and revoked_at is null and id is distinct from ${kept ?? null}::uuid`

/**
 * Revokes every API key of a person.
 * @param by who revokes them; undefined for the program
 * @returns how many were active
 */
export const endKeys = (tx: Tx, userId: string, by?: string): Promise<number> =>
  tx.$executeRaw`
    update api_keys set revoked_at = now(), revoked_by_id = ${by ?? null}::uuid
     where owner_id = ${userId}::uuid and revoked_at is null`

/**
 * Locks a person until the end of the transaction, so that ending and granting access to them are serialised. Rows that
 * only refer to the person don't wait, so an upload that arrives slowly delays nobody.
 */
export const lockPerson = (tx: Tx, userId: string): Promise<number> =>
  tx.$executeRaw`select from users where id = ${userId}::uuid for no key update`

/** Ends all sessions and API keys of a person, after a change of password, second factor or groups. */
export async function endAccess(
  tx: Tx,
  userId: string,
  by?: string,
): Promise<{ ended: number; keys: number }> {
  await lockPerson(tx, userId)
  return { ended: await endSessions(tx, userId), keys: await endKeys(tx, userId, by) }
}

/**
 * Pauses the uploads of a person whose checks are no longer sent, where they would be sent without anybody's action.
 * Uploads that wait for a person, such as for an approval, are left as they are. Call it before taking other locks than
 * the person's: an upload of theirs that has just arrived is stored first, and then paused.
 * @returns the entries for the audit log
 */
export async function pauseUploads(
  tx: Tx,
  userId: string,
  code: RequesterProblem,
  by: AuditActor,
): Promise<AuditEvent[]> {
  await lockPerson(tx, userId)
  const paused = await select(
    tx,
    { id: uuid },
    Prisma.sql`
    with sending as (
      select u.id from uploads u
       where u.created_by_id = ${userId}::uuid
         and (u.state in ('comparing', 'waiting', 'processing') or u.state = 'paused' and u.pause_reason = 'unknown')
         and (u.state = 'comparing' or exists (select from bulks b where b.upload_id = u.id
                                                  and b.state in ('waiting', 'sending', 'unknown')))
       order by u.id for no key update)
    update uploads u set state = 'paused', pause_reason = 'user', version = version + 1
      from sending where u.id = sending.id returning u.id`,
  )
  for (const { id } of paused) await notify(tx, { topic: 'upload', id })
  return paused.map(({ id }) => ({
    by,
    action: 'upload.paused',
    object: { type: 'upload', id },
    details: { code },
  }))
}

/** Revokes the unused links that a person made for others, because they have seen them. */
export const endLinksMadeBy = (tx: Tx, userId: string): Promise<number> =>
  tx.$executeRaw`
    update password_links set used_at = now() where created_by_id = ${userId}::uuid and used_at is null`

/**
 * Ends what would outlive a role that a change takes away: the links of an admin, the sending of an analyst's uploads.
 * Like `pauseUploads`, it comes before taking other locks.
 * @returns the entries for the audit log
 */
export async function endWithRoles(
  tx: Tx,
  userId: string,
  { from, to }: { from: readonly Role[]; to: readonly Role[] },
  by: AuditActor,
): Promise<AuditEvent[]> {
  const isLost = (role: Role) => from.includes(role) && !to.includes(role)
  const paused = isLost('analyst') ? await pauseUploads(tx, userId, 'requester_not_analyst', by) : []
  if (isLost('admin')) await endLinksMadeBy(tx, userId)
  return paused
}
