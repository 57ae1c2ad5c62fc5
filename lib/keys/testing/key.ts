import type { Scope } from '@/lib/keys/scopes'
import { hashSecret, makeSecret } from '@/lib/keys/secret.server'
import { db } from '@/lib/platform/db.server'

/** The Authorization header of a program with a new key of this person. */
export async function createKeyHeader(ownerId: string, scopes: Scope[]): Promise<{ authorization: string }> {
  const secret = makeSecret()
  const [lastFour, expiresAt] = [secret.slice(-4), new Date(Date.now() + 86_400_000)]
  const key = { ownerId, name: 'Program', secretHash: hashSecret(secret), lastFour, scopes, expiresAt }
  await db().apiKey.create({ data: key })
  return { authorization: `Bearer ${secret}` }
}
