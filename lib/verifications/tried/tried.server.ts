import 'server-only'
import { type Actor, readsChecks, seesAll } from '@/lib/auth/roles'
import type { OfficeLimits } from '@/lib/limits/limits'
import { readLimits } from '@/lib/limits/limits.server'
import { foldName } from '@/lib/names/text/fold'
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
import { type NameLimitVerdict, nameLimitVerdict, type TriedNames } from '@/lib/verifications/tried/rule'

export type Requester = Pick<Actor, 'id' | 'roles' | 'key'>

/** SQL condition: check `v` revealed whether its name matches, because it was sent or an earlier answer was offered. */
export const RESULT_REVEALED = Prisma.sql`
  v.environment = 'live' and v.purged_at is null and v.created_at > now() - interval '24 hours'
  and (v.status <> 'not_sent' or v.known_id is not null)`

/** SQL condition: check `v` is not held back, because its name is within the limit or a second person allowed it. */
export const NOT_HELD = Prisma.sql`(v.known_id is not null or not exists (
  select from upload_approvals held
   where held.upload_id = v.upload_id and 'names' = any(held.causes) and held.approved is not true))`

/** SQL condition: the requester may open check `v` and the answer that it gets. */
export const openToRequester = (requester: Requester): Prisma.Sql =>
  seesAll(requester) && readsChecks(requester)
    ? NOT_HELD
    : Prisma.sql`(v.requested_by_id = ${requester.id}::uuid and ${NOT_HELD})`

/** The names tried on an IBAN in the last 24 hours, by anybody and through any channel. */
async function triedNames(on: Db, iban: string, requester: Requester): Promise<TriedNames> {
  const rows = await select(
    on,
    { name: text, revealed: bool, open: bool },
    Prisma.sql`${PREPARED}
    select v.name, ${RESULT_REVEALED} as revealed, ${openToRequester(requester)} as open
      from verifications v left join allowed_names n on n.verification_id = v.id
     where v.iban = ${iban} and v.environment = 'live' and v.purged_at is null
       and (${RESULT_REVEALED} or n.allowed_at > now() - interval '24 hours')`,
  )
  const keys = (wanted: (row: (typeof rows)[number]) => boolean) =>
    new Set(rows.filter(wanted).map(({ name }) => foldName(name)))
  return {
    tried: keys(({ revealed }) => revealed),
    own: keys(({ revealed, open }) => revealed && open),
    allowed: keys(({ revealed, open }) => !revealed && open),
  }
}

type Pair = { iban: string; name: string }

/** The level of sending this IBAN and name, for the form. */
export async function readNameLimitVerdict(
  { iban, name }: Pair,
  requester: Requester,
): Promise<NameLimitVerdict> {
  const [names, limits] = await Promise.all([triedNames(db(), iban, requester), readLimits()])
  return nameLimitVerdict(name, names, limits.names)
}

/**
 * Locks that serialise checks of the same IBAN, so that concurrent ones can't exceed the limit. An upload can contain
 * any IBAN, so it holds the first lock exclusively.
 */
export const triedNameLocks = (iban: string, limits: OfficeLimits['names']): Lock[] =>
  limits.secondFrom === null ? [] : [sharedLockOf('tried'), lockOf(`tried|${iban}`)]

/**
 * Does a second person have to allow this name first? Called under the locks, in the transaction that stores the check.
 */
export async function needsSecondPerson(
  tx: Tx,
  { iban, name }: Pair,
  limits: OfficeLimits['names'],
  requester: Requester,
): Promise<boolean> {
  if (limits.secondFrom === null) return false
  return nameLimitVerdict(name, await triedNames(tx, iban, requester), limits).level === 'second'
}
