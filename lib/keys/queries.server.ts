import 'server-only'
import { KEY_PAUSE_DAYS } from '@/lib/keys/conditions.server'
import { SCOPES, type Scope } from '@/lib/keys/scopes'
import type { KeyState, KeyView } from '@/lib/keys/view'
import { db, type Prisma } from '@/lib/platform/db.server'
import { databaseNow } from '@/lib/platform/sql/now.server'

const SELECT = {
  id: true,
  name: true,
  lastFour: true,
  scopes: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  revokedAt: true,
  owner: {
    select: {
      id: true,
      name: true,
      disabledAt: true,
      createdAt: true,
      lastSignInAt: true,
      _count: { select: { identities: true } },
    },
  },
} satisfies Prisma.ApiKeySelect
type Row = Prisma.ApiKeyGetPayload<{ select: typeof SELECT }>

function stateOf({ revokedAt, expiresAt, owner }: Row, now: Date): KeyState {
  if (revokedAt) return 'revoked'
  if (expiresAt <= now) return 'expired'
  if (owner.disabledAt) return 'owner_inactive'
  const since = now.getTime() - (owner.lastSignInAt ?? owner.createdAt).getTime()
  return owner._count.identities > 0 && since > KEY_PAUSE_DAYS * 86_400_000 ? 'paused' : 'active'
}

const viewOf = (row: Row, now: Date): KeyView => ({
  id: row.id,
  name: row.name,
  owner: { id: row.owner.id, name: row.owner.name },
  lastFour: row.lastFour,
  scopes: SCOPES.filter((scope) => row.scopes.includes(scope)) as Scope[],
  state: stateOf(row, now),
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
})

/** Revoked keys stay visible for 30 days, so that people see what happened to them. */
const shown = (now: Date): Prisma.ApiKeyWhereInput => ({
  OR: [{ revokedAt: null }, { revokedAt: { gt: new Date(now.getTime() - 30 * 86_400_000) } }],
})

async function list(where: Prisma.ApiKeyWhereInput): Promise<KeyView[]> {
  const now = await databaseNow(db())
  const rows = await db().apiKey.findMany({
    where: { AND: [where, shown(now)] },
    select: SELECT,
    orderBy: { createdAt: 'desc' },
    take: 500,
  })
  return rows.map((row) => viewOf(row, now))
}

/** A person's own keys, newest first. */
export const listOwnKeys = (ownerId: string): Promise<KeyView[]> => list({ ownerId })

/** Everybody's keys with owner, scopes and expiry, for admins. */
export const listAllKeys = (): Promise<KeyView[]> => list({})

export const readKey = async (id: string): Promise<KeyView> =>
  viewOf(await db().apiKey.findUniqueOrThrow({ where: { id }, select: SELECT }), await databaseNow(db()))
