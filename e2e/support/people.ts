import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { withDatabase } from './database'
import { ORIGIN } from './http'
import type { Role } from './office'

export const PASSWORD = 'purple kettle sings'
export type Person = { id: string; email: string; name: string }

/** Creates a person for one test, so that ending their sessions affects no other test. The hash is a cheap one. */
export async function createPerson(roles: Role[], password = PASSWORD): Promise<Person> {
  const id = randomUUID()
  const [email, name] = [`${id}@accord.test`, `Person ${id.slice(0, 6)}`]
  const passwordHash = await hash(password.normalize('NFC'), {
    memoryCost: 8_192,
    timeCost: 1,
    parallelism: 1,
  })
  await withDatabase((client) =>
    client.query(
      'insert into users (id, email, name, password_hash, roles) values ($1, $2, $3, $4, $5::text[]::role[])',
      [id, email, name, passwordHash, roles],
    ),
  )
  return { id, email, name }
}

/** Signs in through next-auth’s own endpoints, as the page does: the CSRF token, then the credentials. */
export async function trySignIn(
  request: APIRequestContext,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) {
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  return request.post('/api/auth/callback/credentials', {
    headers: { origin: ORIGIN, ...headers },
    form: { csrfToken, json: 'true', ...form },
  })
}

export async function signInAs(page: Page, { email }: Person, password = PASSWORD): Promise<void> {
  const response = await trySignIn(page.request, { email, password })
  expect(response.status()).toBe(200)
}

/** Updates the person's sessions, for example `last_seen_at = now() - interval '29 minutes'`. */
export const updateSessions = ({ id }: Person, set: string) =>
  withDatabase((client) => client.query(`update sessions set ${set} where user_id = $1`, [id]))
