import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { SCOPES } from '../../lib/keys/scopes'
import { expect, NOBODY, type Role, signIn } from './office'
import { database } from './queue'
import { ORIGIN } from './wire'

/** The cookie of a session written to the database: of a deactivated person, or one that is too old. */
export async function cookieOf(
  name: string,
  { disabled = false, old = false, roles = ['analyst'] as Role[] } = {},
) {
  const [id, sid] = [randomUUID(), randomBytes(32).toString('base64url')]
  const sidHash = createHash('sha256').update(sid).digest()
  await database(async (client) => {
    await client.query(
      `insert into users (id, email, name, roles, disabled_at) values ($1, $2, 'Matrix', $3::text[]::role[], $4)`,
      [id, `${id}@accord.test`, roles, disabled ? new Date() : null],
    )
    await client.query(
      `insert into sessions (id, sid_hash, user_id, created_at, last_seen_at) values (gen_random_uuid(), $1, $2, now() - $3::interval, now())`,
      [sidHash, id, old ? '9 hours' : '0'],
    )
  })
  return { id, cookie: `${name}=${sid}` }
}

export type Key = { id: string; secret: string }

/** A key created through the API by its owner. */
export async function makeKey(request: APIRequestContext, scopes: readonly string[] = SCOPES): Promise<Key> {
  const data = { name: `Matrix ${randomUUID().slice(0, 6)}`, scopes, days: 30 }
  const answer = await request.post('/api/account/keys', { data, headers: { origin: ORIGIN } })
  expect(answer.status()).toBe(201)
  return answer.json()
}

export async function asRole(
  playwright: { request: { newContext(o: object): Promise<APIRequestContext> } },
  role: Role,
) {
  const context = await playwright.request.newContext({ baseURL: ORIGIN, storageState: NOBODY })
  await signIn(context, role)
  return context
}

/** Resets the rate limit of keys, which these tests are not about. */
export const restKeys = () => database((client) => client.query(`update api_keys set paced_until = now()`))
export const changeKey = ({ id }: Key, set: string, ...values: unknown[]) =>
  database((client) => client.query(`update api_keys set ${set} where id = $1`, [id, ...values]))
/** Revokes the keys that the tests created. */
export const revokeKeys = () =>
  database((client) => client.query(`update api_keys set revoked_at = now() where name like 'Matrix %'`))
