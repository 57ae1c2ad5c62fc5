import 'server-only'
import type { Limits } from '@/lib/limits/limits'
import { foldName } from '@/lib/names/fold'
import type { Tx } from '@/lib/platform/db.server'

/**
 * Whether an upload tries a new name on an IBAN where so many were tried within 24 hours, with its own, that a second
 * person must allow it. Asked in the transaction that stores it: single checks wait for its end.
 */
export async function bringsManyNames(tx: Tx, uploadId: string, limits: Limits['names']): Promise<boolean> {
  const { secondFrom } = limits
  if (secondFrom === null) return false
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('tried', 0))`
  const rows = await tx.$queryRaw<{ iban: string; before: string[] | null; own: string[] | null }[]>`
    select v.iban, array_agg(distinct v.name) filter (where v.upload_id is distinct from ${uploadId}::uuid) as before,
           array_agg(distinct v.name) filter (where v.upload_id = ${uploadId}::uuid) as own
      from verifications v
     where v.iban in (select iban from verifications where upload_id = ${uploadId}::uuid)
       and v.environment = 'live' and v.status <> 'not_sent' and v.purged_at is null
       and v.created_at > now() - interval '24 hours'
     group by v.iban having count(distinct v.name) >= ${secondFrom}::int`
  return rows.some(({ before, own }) => {
    const known = new Set(before?.map(foldName))
    const all = new Set([...known, ...(own ?? []).map(foldName)])
    return all.size > known.size && all.size >= secondFrom
  })
}
