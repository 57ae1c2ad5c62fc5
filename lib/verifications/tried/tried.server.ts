import 'server-only'
import { type Actor, readsChecks, seesAll } from '@/lib/auth/roles'
import type { OfficeLimits } from '@/lib/limits/limits'
import { readLimits } from '@/lib/limits/limits.server'
import { foldName } from '@/lib/names/fold'
import {
  type Db,
  db,
  type Lock,
  lockOf,
  PREPARED,
  Prisma,
  sharedLockOf,
  type Tx,
} from '@/lib/platform/db.server'
import { bool, select, text } from '@/lib/platform/sql/select.server'
import { type Tried, type TriedNames, triedLevel } from '@/lib/verifications/tried/rule'

export type Asker = Pick<Actor, 'id' | 'roles' | 'key'>

/** Check `v` told somebody whether its name fits: it was sent, or an earlier answer to it was offered. */
export const TOLD = Prisma.sql`
  v.environment = 'live' and v.purged_at is null and v.created_at > now() - interval '24 hours'
  and (v.status <> 'not_sent' or v.known_id is not null)`

/** Check `v` is one that who asks may open. */
export const openTo = (asker: Asker): Prisma.Sql =>
  seesAll(asker) && readsChecks(asker)
    ? Prisma.sql`true`
    : Prisma.sql`(v.requested_by_id = ${asker.id}::uuid)`

/** The names tried on an IBAN in the last 24 hours, by anybody and in whatever way. */
async function triedNames(on: Db, iban: string, asker: Asker): Promise<TriedNames> {
  const rows = await select(
    on,
    { name: text, told: bool, open: bool },
    Prisma.sql`${PREPARED}
    select v.name, ${TOLD} as told, ${openTo(asker)} as open
      from verifications v left join allowed_names n on n.verification_id = v.id
     where v.iban = ${iban} and v.environment = 'live' and v.purged_at is null
       and (${TOLD} or n.allowed_at > now() - interval '24 hours')`,
  )
  const keys = (wanted: (row: (typeof rows)[number]) => boolean) =>
    new Set(rows.filter(wanted).map(({ name }) => foldName(name)))
  return {
    tried: keys(({ told }) => told),
    own: keys(({ told, open }) => told && open),
    allowed: keys(({ told, open }) => !told && open),
  }
}

type Pair = { iban: string; name: string }

/** What sending this pair would mean, for the form that is about to. */
export async function tellTried({ iban, name }: Pair, asker: Asker): Promise<Tried> {
  const [names, limits] = await Promise.all([triedNames(db(), iban, asker), readLimits()])
  return triedLevel(name, names, limits.names)
}

/**
 * Whoever tries the same IBAN meanwhile waits for the end of the transaction, so that many at once are not more than one
 * after the other. An upload that is being stored may be about any IBAN: it holds the first lock alone.
 */
export const triedLocks = (iban: string, limits: OfficeLimits['names']): Lock[] =>
  limits.secondFrom === null ? [] : [sharedLockOf('tried'), lockOf(`tried|${iban}`)]

/** Whether a second person must allow this pair first. Asked in the transaction that stores the check, under its locks. */
export async function needsSecondPerson(
  tx: Tx,
  { iban, name }: Pair,
  limits: OfficeLimits['names'],
  asker: Asker,
): Promise<boolean> {
  if (limits.secondFrom === null) return false
  return triedLevel(name, await triedNames(tx, iban, asker), limits).level === 'second'
}
