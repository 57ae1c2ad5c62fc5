import 'server-only'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { record, recordAll } from '@/lib/audit/record.server'
import { endAccess, lockPerson } from '@/lib/auth/end-access.server'
import { rolesOfGroups } from '@/lib/auth/groups'
import type { Role } from '@/lib/auth/roles'
import { becomesSecondPerson, startCoolingOff } from '@/lib/auth/second-person.server'
import { db, type Prisma, type Tx, violatedConstraint } from '@/lib/platform/db.server'
import { canonicalEmail, isEmail } from '@/lib/platform/email'
import { env } from '@/lib/platform/env.server'
import { logger } from '@/lib/platform/log/logger.server'
import { databaseNow } from '@/lib/platform/sql/now.server'
import { endLostRoles } from '@/lib/users/lost-roles.server'

/** The claims of a verified ID token; their types are not trusted. */
export type Claims = Record<string, unknown> & { iss: string; sub: string }

/** Why we refuse somebody whom the issuer has authenticated. */
type SsoRefusal = 'sso_no_role' | 'sso_denied' | 'sso_email_known' | 'sso_email_missing'
export type SsoOutcome =
  | { kind: 'in'; user: { id: string; name: string; email: string }; confirmedAt: Date }
  | { kind: 'refused'; code: SsoRefusal }

/** Whether the settings name an issuer for single sign-on. */
export const ssoEnabled = (): boolean => ssoProvider() !== null

/** next-auth's provider: authorization code with PKCE, state and nonce; null when single sign-on is not configured. */
export function ssoProvider(): OAuthConfig<Claims> | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_SCOPE } = env()
  if (!issuer || !OIDC_CLIENT_ID || !OIDC_CLIENT_SECRET) return null
  return {
    id: 'oidc',
    name: 'Single sign-on',
    type: 'oauth',
    wellKnown: `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    // for each response; the default of 3.5 seconds loses the sign-in at an issuer that has just been started
    httpOptions: { timeout: 10_000 },
    // max_age obliges the issuer to send auth_time, when the person authenticated (OpenID Connect Core 3.1.2.1)
    authorization: { params: { scope: OIDC_SCOPE, max_age: env().SESSION_ABSOLUTE_SECONDS } },
    profile: ({ sub }) => ({ id: sub }),
  }
}

/** The unique constraints that reject creating a person twice. */
const MADE_AT_ONCE = ['users_email_key', 'identities_issuer_subject_key']

/**
 * Signs a person in by issuer and subject. An address never leads to an existing account, because its owner at
 * the issuer may be somebody else here. A new person is created. The groups set the roles at every sign-in; a
 * person left without a role loses all access.
 */
export async function signInWithSso(claims: Claims, address?: string): Promise<SsoOutcome> {
  const roles = rolesOfGroups(claims[env().OIDC_GROUPS_CLAIM], env().OIDC_ROLES)
  const admit = () => db().$transaction((tx) => signInBySubject(tx, claims, roles, address))
  try {
    return await admit()
  } catch (error) {
    if (!MADE_AT_ONCE.includes(violatedConstraint(error) ?? '')) throw error
    // race: a concurrent sign-in created the person, so the second try finds them
    return admit()
  }
}

/** Compares the issuer with and without a trailing slash. */
const isOurIssuer = (issuer: string): boolean =>
  issuer.replace(/\/$/, '') === env().OIDC_ISSUER?.replace(/\/$/, '')

async function signInBySubject(tx: Tx, claims: Claims, roles: Role[], address?: string): Promise<SsoOutcome> {
  const key = { issuer_subject: { issuer: claims.iss, subject: claims.sub } }
  const known = await lockKnown(tx, key)
  const by = { kind: 'user' as const, id: known?.id, roles: known?.roles, address }
  const refuse = async (code: SsoRefusal, more: object = {}): Promise<SsoOutcome> => {
    const object = known && { type: 'user', id: known.id }
    await record({ by, action: 'session.refused', object, details: { step: code, ...more } }, tx)
    return { kind: 'refused', code }
  }
  // the issuer in the metadata differs from the configured one
  if (!isOurIssuer(claims.iss)) return refuse('sso_denied')
  if (known?.disabledAt) return refuse('sso_denied')
  if (roles.length === 0) return refuse('sso_no_role', known && (await endAllAccess(tx, known)))
  const email = emailOf(claims)
  if (!known && !email) return refuse('sso_email_missing')
  if (!known && (await tx.user.findUnique({ where: { email: email ?? '' } }))) {
    // a concurrent sign-in of the same person may have created them since
    const made = await tx.identity.findUnique({ where: key })
    return made ? signInBySubject(tx, claims, roles, address) : refuse('sso_email_known')
  }
  const user = known
    ? await withGroupRoles(tx, known, roles)
    : await provision(tx, claims, email ?? '', roles)
  await tx.user.update({ where: { id: user.id }, data: { lastSignInAt: await databaseNow(tx) } })
  const object = { type: 'user', id: user.id }
  const auditActor = { kind: 'user' as const, id: user.id, roles, address }
  await record({ by: auditActor, action: 'session.opened', object, details: { by: 'oidc' } }, tx)
  return { kind: 'in', user, confirmedAt: authenticatedAt(claims) }
}

/** Locks the person with this subject, because an admin may be changing them. @returns undefined for somebody new */
async function lockKnown(tx: Tx, key: Prisma.IdentityWhereUniqueInput) {
  const identity = await tx.identity.findUnique({ where: key, select: { userId: true } })
  if (!identity) return undefined
  await lockPerson(tx, identity.userId)
  return tx.user.findUniqueOrThrow({ where: { id: identity.userId } })
}

type Person = { id: string; name: string; email: string; roles: Role[] }

/** Sets the roles to those of the groups. */
async function withGroupRoles<P extends Pick<Person, 'id' | 'roles'>>(
  tx: Tx,
  user: P,
  roles: Role[],
): Promise<P> {
  if (String(user.roles) === String(roles)) return user
  const by = { kind: 'system' } as const
  const details = { from: user.roles, to: roles }
  const object = { type: 'user', id: user.id }
  const ended = await endLostRoles(tx, user.id, details, by)
  await tx.user.update({ where: { id: user.id }, data: { roles } })
  await recordAll([...ended, { by, action: 'user.roles_mapped', object, details }], tx)
  if (becomesSecondPerson(user.roles, roles)) await startCoolingOff(tx, user.id, { why: 'role_added', by })
  return { ...user, roles }
}

/** Ends all access of a person whose groups give no role any more. */
async function endAllAccess(tx: Tx, { id, roles }: Pick<Person, 'id' | 'roles'>) {
  const over = await endAccess(tx, id)
  if (roles.length > 0) await withGroupRoles(tx, { id, roles }, [])
  return over
}

async function provision(tx: Tx, claims: Claims, email: string, roles: Role[]): Promise<Person> {
  const user = await tx.user.create({
    data: {
      email,
      name: nameOf(claims, email),
      roles,
      identities: { create: { issuer: claims.iss, subject: claims.sub } },
    },
  })
  const object = { type: 'user', id: user.id }
  await record({ by: { kind: 'system' }, action: 'user.provisioned', object, details: { roles } }, tx)
  await startCoolingOff(tx, user.id, { why: 'role_added', by: { kind: 'system' } })
  return user
}

function emailOf({ email, email_verified: verified }: Claims): string | null {
  // some issuers send the truth value as text
  const text = typeof email === 'string' && String(verified) !== 'false' ? canonicalEmail(email) : ''
  return isEmail(text) ? text : null
}

function nameOf({ name }: Claims, email: string): string {
  const text =
    typeof name === 'string'
      ? name
          .normalize('NFC')
          .replace(/[\s\p{C}]+/gu, ' ')
          .trim()
      : ''
  return [...(text || (email.split('@')[0] ?? email))].slice(0, 100).join('')
}

/** The last time that a text of the database can be; a session takes no time later than its own. */
const LAST_MS = Date.UTC(9999, 0)

/** When the person authenticated at the issuer; the epoch if the issuer doesn't say. */
function authenticatedAt({ auth_time: seconds }: Claims): Date {
  if (typeof seconds === 'number' && seconds > 0) return new Date(Math.min(seconds * 1_000, LAST_MS))
  logger.warn('single sign-on sends no auth_time: its users are refused every sensitive action')
  return new Date(0)
}
