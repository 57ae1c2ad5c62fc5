import { randomBytes, randomUUID } from 'node:crypto'
import type { RequestedBy, Role } from '@/lib/auth/roles'
import { SESSION_COOKIE } from '@/lib/auth/session.server'
import { tokenDigest } from '@/lib/platform/crypto.server'
import { db } from '@/lib/platform/db.server'

/** A signed-in person: `by` of a command, and the cookie of a request. */
export type Person = RequestedBy & { id: string; sid: string; cookie: string }

/** Creates a person with these roles, by default an analyst, and a session. Roles are also the name. */
export async function insertPerson(...given: Role[]): Promise<Person> {
  const roles: Role[] = given.length > 0 ? given : ['analyst']
  const [id, sessionId, sid] = [randomUUID(), randomUUID(), randomBytes(32).toString('base64url')]
  const [name, email] = [roles.join(' and '), `${id}@accord.test`]
  await db().user.create({ data: { id, email, name, passwordHash: '-', roles } })
  await db().session.create({ data: { id: sessionId, userId: id, sidHash: tokenDigest(sid) } })
  const actor = { id, sessionId, name, email, roles }
  const cookie = `${SESSION_COOKIE.name}=${sid}`
  return { id, sid, cookie, actor, auditActor: { kind: 'user', id, roles } }
}
