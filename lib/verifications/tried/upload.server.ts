import 'server-only'
import type { OfficeLimits } from '@/lib/limits/limits'
import { foldName } from '@/lib/names/text/fold'
import { lockOf, Prisma, type Tx, takeLocks } from '@/lib/platform/db.server'
import { bool, select, text } from '@/lib/platform/sql/select.server'
import { openToRequester, RESULT_REVEALED, type Requester } from '@/lib/verifications/tried/tried.server'

/** The folded names of each IBAN in an upload. */
export type UploadTriedNames = {
  uploadId: string
  names: ReadonlyMap<string, readonly string[]>
  sender: Requester
}

/**
 * Does an upload try a new name on an IBAN that exceeds the limit within 24 hours, so that a second person must allow
 * it? A name that only others tried is new, as in `nameLimitVerdict`. Called in the transaction that stores the upload;
 * single checks wait for it.
 */
export async function triesManyNames(
  tx: Tx,
  { uploadId, names, sender }: UploadTriedNames,
  { secondFrom }: OfficeLimits['names'],
): Promise<boolean> {
  if (secondFrom === null) return false
  await takeLocks(tx, [lockOf('tried')])
  const before = await triedBefore(tx, { uploadId, sender }, [...names.keys()])
  for (const [iban, here] of names) {
    const { tried, own } = before.get(iban) ?? NONE
    const fresh = new Set(here.filter((name) => !own.has(name))).size
    if (fresh > 0 && tried.size + fresh >= secondFrom) return true
  }
  return false
}

type EarlierNames = { tried: Set<string>; own: Set<string> }
const NONE: EarlierNames = { tried: new Set(), own: new Set() }

/** The IBANs are passed as one list: the planner has no statistics yet for rows that were inserted a moment ago. */
async function triedBefore(
  tx: Tx,
  { uploadId, sender }: Omit<UploadTriedNames, 'names'>,
  ibans: string[],
): Promise<Map<string, EarlierNames>> {
  const rows = await select(
    tx,
    { iban: text, name: text, open: bool },
    Prisma.sql`
    select v.iban, v.name, ${openToRequester(sender)} as open from verifications v
     where v.iban = any(${ibans}::text[]) and v.upload_id is distinct from ${uploadId}::uuid and ${RESULT_REVEALED}`,
  )
  const found = new Map<string, EarlierNames>()
  for (const { iban, name, open } of rows) {
    const before = found.get(iban) ?? { tried: new Set(), own: new Set() }
    const key = foldName(name)
    before.tried.add(key)
    if (open) before.own.add(key)
    found.set(iban, before)
  }
  return found
}
