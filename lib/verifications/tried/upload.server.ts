import 'server-only'
import type { OfficeLimits } from '@/lib/limits/limits'
import { foldName } from '@/lib/names/fold'
import type { Tx } from '@/lib/platform/db.server'

/** What an upload tries: the folded names of each of its IBANs. */
export type TriedInUpload = { uploadId: string; names: ReadonlyMap<string, readonly string[]> }

/**
 * Whether an upload tries a new name on an IBAN where so many were tried within 24 hours, with its own, that a second
 * person must allow it. Asked in the transaction that stores it: single checks wait for its end.
 */
export async function bringsManyNames(
  tx: Tx,
  { uploadId, names }: TriedInUpload,
  { secondFrom }: OfficeLimits['names'],
): Promise<boolean> {
  if (secondFrom === null) return false
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('tried', 0))`
  const before = await triedBefore(tx, uploadId, [...names.keys()])
  for (const [iban, own] of names) {
    const known = before.get(iban) ?? new Set()
    const all = new Set([...known, ...own])
    if (all.size > known.size && all.size >= secondFrom) return true
  }
  return false
}

/** The IBANs travel as one list: a join with rows stored a moment ago is planned without knowing how many they are. */
async function triedBefore(tx: Tx, uploadId: string, ibans: string[]): Promise<Map<string, Set<string>>> {
  const rows = await tx.$queryRaw<{ iban: string; name: string }[]>`
    select v.iban, v.name from verifications v
     where v.iban = any(${ibans}::text[]) and v.upload_id is distinct from ${uploadId}::uuid
       and v.environment = 'live' and v.status <> 'not_sent' and v.purged_at is null
       and v.created_at > now() - interval '24 hours'`
  const found = new Map<string, Set<string>>()
  for (const { iban, name } of rows) {
    const known = found.get(iban) ?? new Set()
    found.set(iban, known.add(foldName(name)))
  }
  return found
}
