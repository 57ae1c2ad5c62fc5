import 'server-only'
import { record } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { connectionById, lockActiveConnection, makeActive } from '@/lib/connections/active.server'
import { assertToken, connectionView } from '@/lib/connections/change.server'
import type { ConnectionView } from '@/lib/connections/view'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import { readableSecret } from '@/lib/platform/crypto.server'
import { db, Prisma, type Tx } from '@/lib/platform/db.server'
import { notFound, Refusal, refusedField, secretUnreadable } from '@/lib/platform/refusal'
import { int4, selectOne } from '@/lib/platform/sql/select.server'
import { tryCredentials } from '@/lib/upstream/token.server'

/**
 * Makes a connection the active one for all new requests, after testing its credentials. Bulks already sent keep
 * theirs.
 * @throws Refusal 404; 401 session_required; 409 secret_unreadable; 422 secret_refused; 502 upstream_unavailable
 */
export async function activateConnection(
  id: string,
  { actor, auditActor }: RequestedBy,
): Promise<ConnectionView> {
  const connection = await connectionById(id)
  if (!connection) throw notFound()
  const secret = readableSecret(connection.secret, { connectionId: id })
  if (secret === null) throw secretUnreadable()
  assertToken(await tryCredentials(connection, secret))
  await db().$transaction(async (tx) => {
    await lockAccess(tx, actor, () => lockActiveConnection(tx))
    if (!(await makeActive(tx, id))) return
    await record({ by: auditActor, action: 'connection.activated', object: { type: 'connection', id } }, tx)
  })
  return connectionView(id)
}

/**
 * Deletes a connection with its secrets. Results from it are kept, but can't be fetched there again.
 * @param name the connection's name, typed by the person as confirmation
 * @throws Refusal 404; 401 session_required; 409 connection_active | connection_in_use (with `uploads` and `checks`);
 * 422 name_mismatch
 */
export async function removeConnection(
  id: string,
  name: string,
  { actor, auditActor }: RequestedBy,
): Promise<void> {
  await db().$transaction(async (tx) => {
    await lockAccess(tx, actor, () => lockActiveConnection(tx))
    const select = { name: true, active: true, baseUrl: true } as const
    const connection = await tx.connection.findUnique({ where: { id }, select })
    if (!connection) throw notFound()
    if (connection.name !== name.trim())
      throw refusedField('name_mismatch', 'name', 'Type the name of the connection.')
    if (connection.active)
      throw new Refusal(409, 'connection_active', 'This connection is in use. Use another one first.')
    await refuseUnfinished(tx, id)
    await tx.$executeRaw`delete from upstream_calls where connection_id = ${id}::uuid`
    await tx.$executeRaw`delete from upstream_paces where connection_id = ${id}::uuid`
    await tx.$executeRaw`delete from breakers where connection_id = ${id}::uuid`
    await tx.connection.delete({ where: { id } })
    const object = { type: 'connection', id }
    const details = { host: new URL(connection.baseUrl).host }
    await record({ by: auditActor, action: 'connection.deleted', object, details }, tx)
  })
}

/**
 * Uploads and single checks that were sent and have no result still need the connection. What waits for its turn goes out
 * by the active one.
 */
async function refuseUnfinished(tx: Tx, id: string): Promise<void> {
  // waits for what is being claimed, and sees then that it was sent
  await tx.$executeRaw`
    select from bulks where connection_id = ${id}::uuid and state = 'waiting' order by id for no key update`
  await tx.$executeRaw`
    select from attempts where connection_id = ${id}::uuid and state = 'ready' order by id for no key update`
  const { uploads, checks } = await selectOne(
    tx,
    { uploads: int4, checks: int4 },
    Prisma.sql`
    select (select count(distinct b.upload_id)::int from bulks b
             where b.connection_id = ${id}::uuid
               and b.state in ('sending', 'accepted', 'processing', 'unknown')) as uploads,
           (select count(*)::int from verifications v
             where v.connection_id = ${id}::uuid and v.bulk_id is null and v.status in ('pending', 'unknown')
               and not exists (select from attempts a where a.verification_id = v.id and a.state = 'ready')) as checks`,
  )
  if (uploads + checks > 0)
    throw new Refusal(
      409,
      'connection_in_use',
      `${uploads} uploads and ${checks} checks use this connection.`,
      {
        extra: { uploads, checks },
      },
    )
}
