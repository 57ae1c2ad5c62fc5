import 'server-only'
import { randomBytes } from 'node:crypto'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { endAccess, lockPerson } from '@/lib/auth/end-access.server'
import { hashPassword } from '@/lib/auth/password.server'
import { checkPassword, type PasswordProblem } from '@/lib/auth/password-rules'
import { startCoolingOff } from '@/lib/auth/second-person.server'
import { resetAccountFailures } from '@/lib/auth/throttle.server'
import { tokenDigest } from '@/lib/platform/crypto.server'
import { db, Prisma, type Tx } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { Refusal, refusedField } from '@/lib/platform/refusal'
import { databaseNow } from '@/lib/platform/sql/now.server'
import { date, type RowOf, select, selectOne, text, uuid } from '@/lib/platform/sql/select.server'
import type { LinkUse } from '@/lib/users/schema'
import type { PasswordLink } from '@/lib/users/view'

const DAYS = 7
const deadLink = () =>
  new Refusal(
    410,
    'link_dead',
    'This link was already used, has expired or was replaced. Ask an admin for a new one.',
  )

const WORDS: Record<PasswordProblem, string> = {
  password_short: 'The password is too short.',
  password_long: 'The password is too long.',
  password_common: 'This password is among those that are tried first.',
}

/** @throws Refusal 422 password_short | password_long | password_common */
export function assertPassword(password: string, own: string[], secondFactor = false): void {
  const problem = checkPassword(password, { own, secondFactor })
  if (problem) throw refusedField(problem, 'password', WORDS[problem])
}

/** Revokes the links of a person that were not used. Locks the person, so that none is made at the same time. */
export async function endLinks(tx: Tx, userId: string): Promise<void> {
  await lockPerson(tx, userId)
  await tx.passwordLink.updateMany({
    where: { userId, usedAt: null },
    data: { usedAt: await databaseNow(tx) },
  })
}

/** Revokes the unused links that a person made for others, because they have seen them. */
export const endLinksMadeBy = (tx: Tx, userId: string): Promise<number> =>
  tx.$executeRaw`
    update password_links set used_at = now() where created_by_id = ${userId}::uuid and used_at is null`

/**
 * Creates a single-use link to choose a password, valid for seven days, and revokes earlier links of the person. The
 * token is in the fragment, so that it never reaches a server log or a Referer header; the database keeps its hash
 * only.
 */
export async function newLink(
  tx: Tx,
  user: { id: string; email: string },
  by: string | undefined,
): Promise<PasswordLink> {
  const token = randomBytes(32).toString('base64url')
  await endLinks(tx, user.id)
  const { expiresAt } = await selectOne(
    tx,
    { expiresAt: date },
    Prisma.sql`
    insert into password_links (id, user_id, token_hash, created_by_id, expires_at)
    values (gen_random_uuid(), ${user.id}::uuid, ${tokenDigest(token)}, ${by ?? null}::uuid, now() + make_interval(days => ${DAYS}))
    returning expires_at as "expiresAt"`,
  )
  const url = `${new URL('/join', env().NEXTAUTH_URL).href}#${token}`
  return { userId: user.id, email: user.email, url, expiresAt: expiresAt.toISOString() }
}

const HOLDER = { id: uuid, name: text, email: text }
type Holder = RowOf<typeof HOLDER>

async function holderOf(token: string): Promise<Holder> {
  const [holder] = await select(
    db(),
    HOLDER,
    Prisma.sql`
    select u.id, u.email,
           case when u.password_hash is null and u.name = split_part(u.email, '@', 1) then '' else u.name end as name
      from password_links l join users u on u.id = l.user_id
     where l.token_hash = ${tokenDigest(token)} and l.used_at is null and l.expires_at > now() and u.disabled_at is null`,
  )
  if (!holder) throw deadLink()
  return holder
}

/**
 * The person a link belongs to. `name` is empty for somebody who was invited by address only.
 * @throws Refusal 410 link_dead
 */
export async function readLink(token: string): Promise<Omit<Holder, 'id'>> {
  const { id: _, ...shown } = await holderOf(token)
  return shown
}

/**
 * Redeems a link: sets name and password, ends every session and key of the person and clears failed sign-ins. A second
 * person then waits before they can act as one: the creator of the link may have used it.
 * @throws Refusal 410 link_dead; 422 password_…: the link stays valid
 */
export async function redeemLink(
  { token, name, password }: LinkUse,
  auditActor: Omit<AuditActor, 'kind'>,
): Promise<void> {
  const { id, email } = await holderOf(token)
  assertPassword(password, [name, email])
  const passwordHash = await hashPassword(password)
  await db().$transaction(async (tx) => {
    await lockPerson(tx, id)
    const [taken] = await select(
      tx,
      { madeBy: uuid.or(null), madeAt: date },
      Prisma.sql`
      update password_links l set used_at = now() from users u
       where u.id = l.user_id and l.token_hash = ${tokenDigest(token)} and l.used_at is null and l.expires_at > now()
         and u.disabled_at is null
      returning l.created_by_id as "madeBy", l.created_at as "madeAt"`,
    )
    if (!taken) throw deadLink()
    const by: AuditActor = { ...auditActor, kind: 'user', id }
    const details = await endAccess(tx, id)
    await record({ by, action: 'user.password_set', object: { type: 'user', id }, details }, tx)
    await startCoolingOff(tx, id, { why: 'link_used', by, of: taken.madeBy, since: taken.madeAt })
    await tx.user.update({ where: { id }, data: { name, passwordHash, failedSignIns: 0 } })
  })
  await resetAccountFailures(email)
}
