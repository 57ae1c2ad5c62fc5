import 'server-only'
import { KEY_PAUSED } from '@/lib/keys/conditions.server'
import { SCOPES } from '@/lib/keys/scopes'
import type { KeyView } from '@/lib/keys/view'
import { isoTime } from '@/lib/platform/days/iso-time'
import { db, Prisma } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import { date, listOf, oneOf, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'

const ROW = {
  id: uuid,
  name: text,
  ownerId: uuid,
  ownerName: text,
  lastFour: text,
  scopes: listOf(text).notNull(),
  state: oneOf(['revoked', 'expired', 'owner_inactive', 'paused', 'active']),
  expiresAt: date,
  lastUsedAt: date.or(null),
}

const viewOf = (row: RowOf<typeof ROW>): KeyView => ({
  id: row.id,
  name: row.name,
  owner: { id: row.ownerId, name: row.ownerName },
  lastFour: row.lastFour,
  scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
  state: row.state,
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: isoTime(row.lastUsedAt),
})

/**
 * Revoked keys stay visible for 30 days, so that people see what happened to them.
 * @param which SQL condition on a key (`k`)
 */
async function list(which: Prisma.Sql): Promise<KeyView[]> {
  const rows = await select(
    db(),
    ROW,
    Prisma.sql`
    select k.id, k.name, u.id as "ownerId", u.name as "ownerName", k.last_four as "lastFour", k.scopes,
           case when k.revoked_at is not null then 'revoked' when k.expires_at <= now() then 'expired'
                when u.disabled_at is not null then 'owner_inactive' when ${KEY_PAUSED} then 'paused' else 'active' end as state,
           k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt"
      from api_keys k join users u on u.id = k.owner_id
     where ${which} and (k.revoked_at is null or k.revoked_at > now() - interval '30 days')
     order by k.created_at desc limit 500`,
  )
  return rows.map(viewOf)
}

/** A person's own keys, newest first. */
export const listOwnKeys = (ownerId: string): Promise<KeyView[]> =>
  list(Prisma.sql`k.owner_id = ${ownerId}::uuid`)

/** Everybody's keys with owner, scopes and expiry, for admins. */
export const listAllKeys = (): Promise<KeyView[]> => list(Prisma.sql`true`)

/** @throws Refusal 404 */
export async function readKey(id: string): Promise<KeyView> {
  const [key] = await list(Prisma.sql`k.id = ${id}::uuid`)
  if (!key) throw notFound()
  return key
}
