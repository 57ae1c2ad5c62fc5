import 'server-only'
import type { Tx } from '@/lib/platform/db.server'

/** Ends every session of a person except `kept`. @returns how many were open */
export const endSessions = (tx: Tx, userId: string, kept?: string): Promise<number> =>
  tx.$executeRaw`
    update sessions set revoked_at = now()
     where user_id = ${userId}::uuid and revoked_at is null and id is distinct from ${kept ?? null}::uuid`

/** Revokes every API key of a person. @returns how many were active */
export const endKeys = (tx: Tx, userId: string): Promise<number> =>
  tx.$executeRaw`
    update api_keys set revoked_at = now()
     where owner_id = ${userId}::uuid and revoked_at is null`

/**
 * Locks a person until the end of the transaction, so that ending and granting access to them are serialised. Rows that
 * only refer to the person don't wait, so an upload that arrives slowly delays nobody.
 */
export const lockPerson = (tx: Tx, userId: string): Promise<number> =>
  tx.$executeRaw`select from users where id = ${userId}::uuid for no key update`

/** Ends all sessions and API keys of a person, after a change of password, second factor or groups. */
export async function endAccess(tx: Tx, userId: string): Promise<{ ended: number; keys: number }> {
  await lockPerson(tx, userId)
  return { ended: await endSessions(tx, userId), keys: await endKeys(tx, userId) }
}
