import 'server-only'
import type { OfficeLimits } from '@/lib/limits/limits'
import { readLimits } from '@/lib/limits/limits.server'
import { foldName } from '@/lib/names/fold'
import { type Db, db, type Lock, lockOf, PREPARED, sharedLockOf, type Tx } from '@/lib/platform/db.server'
import { type Tried, type TriedNames, triedLevel } from '@/lib/verifications/tried/rule'

/** The names tried on an IBAN in the last 24 hours, by anybody and in whatever way; what was not sent told nobody anything. */
async function triedNames(on: Db, iban: string): Promise<TriedNames> {
  const rows = await on.$queryRaw<{ name: string; allowed: boolean }[]>`${PREPARED}
    select v.name, v.status = 'not_sent' as allowed
      from verifications v left join allowed_names n on n.verification_id = v.id
     where v.iban = ${iban} and v.environment = 'live' and v.purged_at is null
       and (v.status <> 'not_sent' and v.created_at > now() - interval '24 hours'
            or n.allowed_at > now() - interval '24 hours')`
  const keys = (allowed: boolean) =>
    new Set(rows.filter((row) => row.allowed === allowed).map(({ name }) => foldName(name)))
  return { tried: keys(false), allowed: keys(true) }
}

type Pair = { iban: string; name: string }

/** What sending this pair would mean, for the form that is about to. */
export async function tellTried({ iban, name }: Pair): Promise<Tried> {
  const [names, limits] = await Promise.all([triedNames(db(), iban), readLimits()])
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
): Promise<boolean> {
  if (limits.secondFrom === null) return false
  return triedLevel(name, await triedNames(tx, iban), limits).level === 'second'
}
