import 'server-only'
import { DECIDES_FROM } from '@/lib/auth/person-sql.server'
import { type Actor, ROLES } from '@/lib/auth/roles'
import { KEY_PAUSED, ownerMissesFactor } from '@/lib/keys/conditions.server'
import type { Scope } from '@/lib/keys/scopes'
import { bearerOf, hashSecret } from '@/lib/keys/secret.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { Refusal, unauthorised } from '@/lib/platform/refusal'
import { bool, date, listOf, oneOf, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'

const FOUND = {
  keyId: uuid,
  scopes: listOf(text).notNull(),
  expired: bool,
  paused: bool,
  id: uuid,
  name: text,
  email: text,
  roles: listOf(oneOf(ROLES)),
  mustEnrol: bool,
  decidesFrom: date.or(null),
}
type Found = RowOf<typeof FOUND>

/**
 * Rate limit of a key: 120 calls a minute on average, bursts of 60. Expressed as time: every call costs half a
 * second, and a key may run this far ahead of the clock.
 */
const CALL_MS = 500
const BURST_MS = 30_000

/**
 * Authenticates a request by API key: returns the owner with their current roles. A request with a key is judged
 * by the key alone; a session cookie is ignored, and no origin is checked, because no browser adds a key on its
 * own.
 * `mustEnrol`: the owner's role requires a second factor, and they have neither one nor single sign-on.
 * @returns null when the request has no key
 * @throws Refusal 401 key_invalid (unknown, revoked, owner deactivated) | key_expired | key_paused (no single
 * sign-on by the owner for 30 days); 429 key_pace
 */
export async function authenticateKey(request: Request): Promise<Actor | null> {
  const secret = bearerOf(request)
  if (secret === undefined) return null
  const found = secret === null ? undefined : await find(secret)
  if (secret === null || !found) throw keyInvalid()
  if (found.expired) throw unauthorised('key_expired', 'This key has expired. Its owner can make a new one.')
  if (found.paused)
    throw unauthorised(
      'key_paused',
      'This key is paused until its owner signs in again. Their last sign-in was 30 days ago.',
    )
  if (!(await takeCall(found.keyId))) throw (await find(secret)) ? tooManyCalls() : keyInvalid()
  const { keyId, scopes, expired: _, paused: __, mustEnrol, decidesFrom, ...owner } = found
  const more = { ...(mustEnrol && { mustEnrol }), ...(decidesFrom && { decidesFrom }) }
  return { ...owner, ...more, sessionId: '', key: { id: keyId, scopes } }
}

/** The refusal of a key that is unknown, revoked or without an active owner. */
export const keyInvalid = () => unauthorised('key_invalid', 'This key isn’t valid.')

async function find(secret: string): Promise<Found | undefined> {
  const [row] = await select(
    db(),
    FOUND,
    Prisma.sql`
    select k.id as "keyId", k.scopes, k.expires_at <= now() as expired, ${KEY_PAUSED} as paused,
           u.id, u.name, u.email, u.roles::text[] as roles,
           ${DECIDES_FROM} as "decidesFrom", ${ownerMissesFactor()} as "mustEnrol"
      from api_keys k join users u on u.id = k.owner_id
     where k.secret_hash = ${hashSecret(secret)} and k.revoked_at is null and u.disabled_at is null`,
  )
  return row
}

/**
 * Counts a call of a key across all processes in one statement, and updates the last use at most once a minute.
 * @returns false when the key has used up its calls, or was revoked while this waited for it
 */
async function takeCall(keyId: string): Promise<boolean> {
  const [taken] = await select(
    db(),
    { id: uuid },
    Prisma.sql`
    update api_keys
       set paced_until = greatest(paced_until, now()) + make_interval(secs => ${CALL_MS / 1000}),
           last_used_at = case when last_used_at > now() - interval '1 minute' then last_used_at else now() end
     where id = ${keyId}::uuid and revoked_at is null and paced_until <= now() + make_interval(secs => ${(BURST_MS - CALL_MS) / 1000})
    returning id`,
  )
  return taken !== undefined
}

const tooManyCalls = () =>
  new Refusal(429, 'key_pace', `This key can make ${60_000 / CALL_MS} calls a minute. Try again later.`, {
    headers: { 'retry-after': '1' },
  })

/** @throws Refusal 403 key_not_allowed on a route for people only | scope_required with `scope` */
export function assertScope(actor: Actor, scope: Scope | 'any' | undefined): void {
  if (!actor.key || scope === 'any') return
  if (!scope) throw new Refusal(403, 'key_not_allowed', 'People must do this in Accord. A key can’t.')
  if (actor.key.scopes.includes(scope)) return
  throw new Refusal(403, 'scope_required', `This key doesn’t have the scope ${scope}.`, { extra: { scope } })
}
