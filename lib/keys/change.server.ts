import 'server-only'
import { record } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { lockSignedIn } from '@/lib/auth/session.server'
import { readKey } from '@/lib/keys/queries.server'
import { type KeyInput, MAX_KEYS } from '@/lib/keys/schema'
import { hashSecret, makeSecret } from '@/lib/keys/secret.server'
import type { NewKey } from '@/lib/keys/view'
import { DAY_MS } from '@/lib/platform/days/period'
import { db } from '@/lib/platform/db.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { databaseNow } from '@/lib/platform/sql/now.server'

/**
 * Creates an API key that acts as its owner.
 * @returns the view with the secret, shown only once: a keyed hash of it is stored
 * @throws Refusal 401 session_required; 409 keys_full
 */
export async function createKey(input: KeyInput, { actor: owner, auditActor }: RequestedBy): Promise<NewKey> {
  const secret = makeSecret()
  const { name, scopes, days } = input
  const id = await db().$transaction(async (tx) => {
    await lockSignedIn(tx, owner)
    const createdAt = await databaseNow(tx)
    const living = await tx.apiKey.count({
      where: { ownerId: owner.id, revokedAt: null, expiresAt: { gt: createdAt } },
    })
    if (living >= MAX_KEYS)
      throw new Refusal(409, 'keys_full', `You already have ${MAX_KEYS} keys. Revoke one first.`)
    const expiresAt = new Date(createdAt.getTime() + days * DAY_MS)
    const key = await tx.apiKey.create({
      data: {
        name,
        scopes,
        createdAt,
        expiresAt,
        ownerId: owner.id,
        secretHash: hashSecret(secret),
        lastFour: secret.slice(-4),
      },
    })
    const object = { type: 'key', id: key.id }
    await record({ by: auditActor, action: 'key.created', object, details: { scopes, days } }, tx)
    return key.id
  })
  return { ...(await readKey(id)), secret }
}

/**
 * Revokes a key immediately: one of the owner's, or any key for an admin (no `ownerId`).
 * @throws Refusal 404 for a key that doesn't exist, is somebody else's, or is revoked already
 */
export async function revokeKey(
  id: string,
  scope: { ownerId?: string },
  { auditActor }: RequestedBy,
): Promise<void> {
  await db().$transaction(async (tx) => {
    const { count } = await tx.apiKey.updateMany({
      where: { id, revokedAt: null, ...scope },
      data: { revokedAt: await databaseNow(tx) },
    })
    if (count === 0) throw notFound()
    await record({ by: auditActor, action: 'key.revoked', object: { type: 'key', id } }, tx)
  })
}
