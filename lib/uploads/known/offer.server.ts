import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { assertScope } from '@/lib/keys/authenticate.server'
import { duplicateKey } from '@/lib/names/text/fold'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { int4, select, selectOne, text, uuid } from '@/lib/platform/sql/select.server'
import type { KnownChoice, KnownOffer } from '@/lib/uploads/known/known'
import { isKnownTo, reuseKnown } from '@/lib/uploads/known/reuse.server'

/** The checks of an upload that is being stored: by IBAN, and by the `duplicateKey` of the name. */
export type StoredChecks = {
  names: ReadonlyMap<string, string[]>
  checkOf: (iban: string, key: string) => string | undefined
}
type OfferContext = { uploadId: string; sender: Actor; known: KnownChoice }

/** @throws Refusal 403 scope_required when an API key asks for known answers and may not read checks */
export function assertKnownOffered(wish: KnownChoice, actor: Actor): void {
  if (wish !== 'anew') assertScope(actor, 'checks:read')
}

/**
 * Finds recent matches that the sender may open for the checks of an upload, in the transaction that stores it, and
 * saves them as its offer; takes them at once if the sender wished so.
 * @returns null when nothing was asked for or nothing is known
 */
export async function offerKnown(tx: Tx, plan: OfferContext, rows: StoredChecks): Promise<KnownOffer | null> {
  const { uploadId, known: wish, sender } = plan
  if (wish === 'anew') return null
  const found = await findKnown(tx, plan, rows)
  if (found.size === 0) return null
  const ids = [...found.keys()]
  await tx.$executeRaw`
    update verifications v set known_id = f.known_id
      from unnest(${ids}::uuid[], ${[...found.values()]}::uuid[]) as f (id, known_id) where v.id = f.id`
  const count = await selectOne(
    tx,
    { rows: int4 },
    Prisma.sql`
    select count(*)::int as rows from upload_rows where verification_id = any(${ids}::uuid[])`,
  )
  const offer = { rows: count.rows, credits: found.size }
  await tx.upload.update({
    where: { id: uploadId },
    data: { knownChoice: 'open', knownRows: offer.rows, knownCredits: offer.credits },
  })
  if (wish === 'ask') return { ...offer, state: 'open' }
  return { ...(await reuseKnown(tx, uploadId, sender)), state: 'taken' }
}

/**
 * Finds the newest known match of each check, with the rule for duplicate rows. The IBANs are passed as one list: the
 * planner has no statistics yet for rows that were inserted a moment ago.
 */
async function findKnown(tx: Tx, { sender }: OfferContext, rows: StoredChecks): Promise<Map<string, string>> {
  const matches = await select(
    tx,
    { id: uuid, iban: text, name: text },
    Prisma.sql`
    select distinct on (k.iban, k.name) k.id, k.iban, k.name from verifications k
     where k.iban = any(${[...rows.names.keys()]}::text[]) and ${isKnownTo(sender)}
     order by k.iban, k.name, k.answered_at desc`,
  )
  const found = new Map<string, string>()
  for (const { id, iban, name } of matches) {
    const check = rows.checkOf(iban, duplicateKey(name))
    if (check) found.set(check, id)
  }
  return found
}
