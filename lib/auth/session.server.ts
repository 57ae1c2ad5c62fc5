import 'server-only'
import { randomBytes } from 'node:crypto'
import { record } from '@/lib/audit/record.server'
import { lockPerson } from '@/lib/auth/end-access.server'
import { DECIDES_FROM } from '@/lib/auth/person-sql.server'
import { type Actor, ROLES, type Role } from '@/lib/auth/roles'
import { lacksFactor } from '@/lib/auth/second-factor.server'
import type { SessionTime } from '@/lib/auth/time-left'
import { tokenDigest } from '@/lib/platform/crypto.server'
import { type Db, db, PREPARED, Prisma, poolExecutor, type Tx } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'
import { sessionRequired } from '@/lib/platform/refusal'
import { bool, date, int4, listOf, oneOf, select, text, uuid } from '@/lib/platform/sql/select.server'

const SECURE = (process.env.NEXTAUTH_URL ?? '').startsWith('https:')
// Cookies ignore ports: without it, two installations on one loopback address would overwrite each other's
// session.
const PORT = SECURE ? '' : `.${new URL(process.env.NEXTAUTH_URL ?? 'http://127.0.0.1:3000').port || '80'}`

/** `__Host-` only with https: browsers other than Chromium reject it on http. */
export const SESSION_COOKIE = { name: `${SECURE ? '__Host-' : ''}accord.session${PORT}`, secure: SECURE }

/** The cookies of a request. */
export type CookieReader = { get: (name: string) => { value: string } | undefined }

export type SessionStart = {
  /** browser and system in words (device.ts) */
  device?: string | null
  method?: 'password' | 'oidc'
  /** when the person proved their identity, if not now */
  confirmedAt?: Date
  /** the stored hash that the password was checked against */
  passwordHash?: string | null
  /** since when the person had had the second factor that the code was checked against; null for none */
  factorSince?: Date | null
}

/**
 * Opens a session, unless the person was deactivated or has another password or second factor since they proved their
 * identity.
 * @returns the new sid, 43 characters, for the cookie
 * @throws Refusal 401 session_required
 */
export async function openSession(
  userId: string,
  { device = null, method = 'password', confirmedAt, passwordHash, factorSince }: SessionStart = {},
): Promise<string> {
  const sid = randomBytes(32).toString('base64url')
  // the lock orders it with a change of the account: either the change ends this session, or no session is opened
  const opened = await db().$transaction(async (tx) => {
    await tx.$executeRaw`select from users where id = ${userId}::uuid for share`
    return tx.$executeRaw`
      insert into sessions (id, user_id, sid_hash, device, method, confirmed_at)
      select gen_random_uuid(), u.id, ${tokenDigest(sid)}, ${device}, ${method}, least(${confirmedAt ?? null}::timestamptz, now())
        from users u left join second_factors f on f.user_id = u.id
       where u.id = ${userId}::uuid and u.disabled_at is null
         and (${passwordHash === undefined} or u.password_hash = ${passwordHash ?? null})
         and (${factorSince === undefined} or f.confirmed_at is not distinct from ${factorSince ?? null}::timestamptz)`
  })
  if (opened === 0) throw sessionRequired()
  return sid
}

/**
 * Locks a person whose access a request is about to change or to extend. The request may have waited for a change that
 * ended the session.
 * @throws Refusal 401 session_required
 */
export async function lockSignedIn(tx: Tx, { id: userId, sessionId: id }: Pick<Actor, 'id' | 'sessionId'>) {
  await lockPerson(tx, userId)
  if ((await tx.session.count({ where: { id, userId, revokedAt: null } })) === 0) throw sessionRequired()
}

/** Records that the person of a session has proved their identity again. */
export async function markConfirmed(tx: Tx, sessionId: string): Promise<void> {
  await tx.$executeRaw`update sessions set confirmed_at = now() where id = ${sessionId}::uuid`
}

/** Ends a session immediately; its cookie is rejected from now on. */
export async function closeSession(sid: string): Promise<void> {
  await db().$transaction(async (tx) => {
    // waits for what the person is doing: the trigger `sessions_end_claims` then ends a claim of it too
    await tx.$executeRaw`
      select from users where id = (select user_id from sessions where sid_hash = ${tokenDigest(sid)}) for no key update`
    const [closed] = await select(
      tx,
      { id: uuid },
      Prisma.sql`
      update sessions set revoked_at = now() where sid_hash = ${tokenDigest(sid)} and revoked_at is null
      returning user_id as id`,
    )
    if (!closed) return
    const { id } = closed
    await record({ by: { kind: 'user', id }, action: 'session.closed', object: { type: 'user', id } }, tx)
  })
}

/**
 * Ends the session of a browser in which somebody signs in or redeems a link, whoever's it is: its cookie must not stay
 * usable, and nobody goes on as a colleague.
 */
export async function closeBroughtSession(cookies: CookieReader): Promise<void> {
  const brought = cookies.get(SESSION_COOKIE.name)?.value
  if (brought) await closeSession(brought)
}

const SESSION_ROW = {
  sessionId: uuid,
  id: uuid,
  name: text,
  email: text,
  roles: listOf(oneOf(ROLES)),
  stale: bool,
  mustEnrol: bool,
  confirmed: bool,
  decidesFrom: date.or(null),
}

/**
 * SQL condition: the person (`u`) of a session (`s`) still has to enrol a second factor, so it opens only their
 * account.
 */
const missesFactor = () => Prisma.sql`(s.method = 'password' and ${lacksFactor()})`

/** SQL condition: the session (`s`) has neither been ended nor expired. */
export const isSessionOpen = () => Prisma.sql`(s.revoked_at is null
  and s.created_at > statement_timestamp() - make_interval(secs => ${env().SESSION_ABSOLUTE_SECONDS})
  and s.last_seen_at > statement_timestamp() - make_interval(secs => ${env().SESSION_IDLE_SECONDS}))`

/** How long a proof of identity is valid for sensitive actions, in seconds. */
const CONFIRMED_SECONDS = 10 * 60

/**
 * Reads a live session with its person and their current roles, in one statement.
 * @param touch true for the person's own activity: resets the idle timeout (written at most once a minute)
 */
export async function readSession(sid: string | undefined, touch: boolean): Promise<Actor | null> {
  if (sid?.length !== 43) return null
  const [row] = await select(
    poolExecutor,
    SESSION_ROW,
    Prisma.sql`${PREPARED}
    select s.id as "sessionId", u.id, u.name, u.email, u.roles::text[] as roles,
           s.last_seen_at < now() - interval '60 seconds' as stale,
           s.confirmed_at > now() - make_interval(secs => ${CONFIRMED_SECONDS}) as confirmed,
           ${DECIDES_FROM} as "decidesFrom",
           ${missesFactor()} as "mustEnrol"
      from sessions s join users u on u.id = s.user_id
     where s.sid_hash = ${tokenDigest(sid)} and ${isSessionOpen()} and u.disabled_at is null`,
  )
  if (!row) return null
  if (touch && row.stale && !(await touchSession(row.sessionId))) return null
  return {
    id: row.id,
    sessionId: row.sessionId,
    name: row.name,
    email: row.email,
    roles: row.roles,
    confirmed: row.confirmed,
    ...(row.mustEnrol && { mustEnrol: true }),
    ...(row.decidesFrom && { decidesFrom: row.decidesFrom }),
  }
}

/** @returns false when the session was ended while this waited for it */
const touchSession = async (id: string): Promise<boolean> =>
  (await db().$executeRaw`
    update sessions set last_seen_at = now() where id = ${id}::uuid and revoked_at is null`) === 1

/** How long the session still lasts, and whose it is; null when it has ended. */
export async function timeLeft(sessionId: string): Promise<SessionTime | null> {
  const { SESSION_ABSOLUTE_SECONDS: absolute, SESSION_IDLE_SECONDS: idle } = env()
  const [row] = await select(
    db(),
    { userId: uuid, idle: int4, absolute: int4 },
    Prisma.sql`
    select user_id as "userId",
           floor(extract(epoch from last_seen_at - now()) + ${idle})::int as idle,
           floor(extract(epoch from created_at - now()) + ${absolute})::int as absolute
      from sessions where id = ${sessionId}::uuid and revoked_at is null`,
  )
  return row ? { userId: row.userId, idle: row.idle, absolute: row.absolute } : null
}

/**
 * Which of these sessions (row IDs) are alive with no second factor missing, and the roles of their people: one
 * query for all open event streams.
 */
export const listActiveSessions = async (ids: string[]): Promise<Map<string, Role[]>> =>
  new Map((await readLiveSessions(ids)).map(({ id, roles }) => [id, roles]))

/** The current roles of the person of a session (row ID); null when it has ended or a second factor is missing. */
export const rolesOfSession = async (id: string, on: Db): Promise<Role[] | null> =>
  (await readLiveSessions([id], on))[0]?.roles ?? null

function readLiveSessions(ids: string[], on: Db = db()): Promise<{ id: string; roles: Role[] }[]> {
  return select(
    on,
    { id: uuid, roles: listOf(oneOf(ROLES)) },
    Prisma.sql`
    select s.id, u.roles::text[] as roles from sessions s join users u on u.id = s.user_id
     where s.id = any(${ids}::uuid[]) and ${isSessionOpen()} and u.disabled_at is null and not ${missesFactor()}`,
  )
}
