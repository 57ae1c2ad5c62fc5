import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { SCOPES } from '../../lib/keys/scopes'
import { withDatabase } from './database'
import { ORIGIN } from './http'
import { expect, type Role, SIGNED_OUT, signIn } from './office'

/** Writes a person and a session to the database: optionally deactivated, or expired. @returns its cookie */
export async function createSession(
  name: string,
  { disabled = false, expired = false, roles = ['analyst'] as Role[] } = {},
) {
  const [id, sid] = [randomUUID(), randomBytes(32).toString('base64url')]
  const sidHash = createHash('sha256').update(sid).digest()
  await withDatabase(async (client) => {
    await client.query(
      `insert into users (id, email, name, roles, disabled_at) values ($1, $2, 'Matrix', $3::text[]::role[], $4)`,
      [id, `${id}@accord.test`, roles, disabled ? new Date() : null],
    )
    await client.query(
      `insert into sessions (id, sid_hash, user_id, created_at, last_seen_at) values (gen_random_uuid(), $1, $2, now() - $3::interval, now())`,
      [sidHash, id, expired ? '9 hours' : '0'],
    )
  })
  return { id, cookie: `${name}=${sid}` }
}

export type Key = { id: string; secret: string }

/** Creates a key through the API, as its owner does. */
export async function createKey(
  request: APIRequestContext,
  scopes: readonly string[] = SCOPES,
): Promise<Key> {
  const data = { name: `Matrix ${randomUUID().slice(0, 6)}`, scopes, days: 30 }
  const response = await request.post('/api/account/keys', { data, headers: { origin: ORIGIN } })
  expect(response.status()).toBe(201)
  return response.json()
}

export async function signInAsRole(
  playwright: { request: { newContext(o: object): Promise<APIRequestContext> } },
  role: Role,
) {
  const context = await playwright.request.newContext({ baseURL: ORIGIN, storageState: SIGNED_OUT })
  await signIn(context, role)
  return context
}

/** Resets the rate limits of all keys, which these tests are not about. */
export const resetKeyRateLimits = () =>
  withDatabase((client) => client.query(`update api_keys set paced_until = now()`))
export const updateKey = ({ id }: Key, set: string, ...values: unknown[]) =>
  withDatabase((client) => client.query(`update api_keys set ${set} where id = $1`, [id, ...values]))
/** Revokes the keys that the tests created. */
export const revokeTestKeys = () =>
  withDatabase((client) => client.query(`update api_keys set revoked_at = now() where name like 'Matrix %'`))
