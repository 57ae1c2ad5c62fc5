import 'server-only'
import { readLimits } from '@/lib/limits/limits.server'
import type { Tx } from '@/lib/platform/db.server'
import type { RowStore, SendPlan } from '@/lib/uploads/intake/store.server'
import type { KnownOffer } from '@/lib/uploads/known/known'
import { offerKnown } from '@/lib/uploads/known/offer.server'
import type { Cause } from '@/lib/uploads/view'
import { lockSpending } from '@/lib/usage/spent.server'
import { bringsManyNames } from '@/lib/verifications/tried/upload.server'

/** Why an upload waits for a second person, and what of it is known already. */
export type Asked = { causes: Cause[]; known: KnownOffer | null }

/**
 * What is asked about an upload at the end of storing it, in its transaction and before anything is sent: what of it the
 * sender knows already, and whether a second person must approve what it takes or that it tries many names on one IBAN.
 */
export async function askBeforeSending(tx: Tx, plan: SendPlan, rows: RowStore): Promise<Asked> {
  const { uploadId, userId, sender } = plan
  const limits = await readLimits(tx)
  const { upload, personDay } = limits.credits
  const causes: Cause[] = []
  if (await bringsManyNames(tx, { uploadId, names: rows.names, sender }, limits.names)) causes.push('names')
  const known = await offerKnown(tx, plan, rows)
  const credits = rows.verifications - (known?.state === 'taken' ? known.credits : 0)
  if (upload !== null && credits > upload) causes.push('upload')
  // asking leaves this upload out of what was spent alone; until then its own checks are in it
  if (personDay !== null && (await lockSpending(tx, userId)) > personDay) causes.push('personDay')
  if (causes.length > 0) await tx.uploadApproval.create({ data: { uploadId, causes, credits } })
  return { causes, known }
}
