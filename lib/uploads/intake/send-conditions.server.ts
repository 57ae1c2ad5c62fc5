import 'server-only'
import { readLimits } from '@/lib/limits/limits.server'
import type { Tx } from '@/lib/platform/db.server'
import type { RowStore, SendPlan } from '@/lib/uploads/intake/store.server'
import type { KnownOffer } from '@/lib/uploads/known/known'
import { offerKnown } from '@/lib/uploads/known/offer.server'
import type { ApprovalCause } from '@/lib/uploads/view'
import { lockSpending } from '@/lib/usage/daily-spending.server'
import { triesManyNames } from '@/lib/verifications/tried/upload.server'

/** Why an upload needs a second person, and its known answers. */
export type SendConditions = { causes: ApprovalCause[]; known: KnownOffer | null }

/**
 * Checks a stored upload before anything is sent, in its transaction: known answers the sender has, and whether a
 * second person must approve its cost or the number of names it tries on one IBAN.
 */
export async function checkSendConditions(tx: Tx, plan: SendPlan, rows: RowStore): Promise<SendConditions> {
  const { uploadId, userId, sender } = plan
  const limits = await readLimits(tx)
  const { upload, personDay } = limits.credits
  const causes: ApprovalCause[] = []
  if (await triesManyNames(tx, { uploadId, names: rows.names, sender }, limits.names)) causes.push('names')
  const known = await offerKnown(tx, plan, rows)
  const credits = rows.verifications - (known?.state === 'taken' ? known.credits : 0)
  if (upload !== null && credits > upload) causes.push('upload')
  // an approval request takes this upload out of what the person spends alone; until then its checks count
  if (personDay !== null && (await lockSpending(tx, userId)) > personDay) causes.push('personDay')
  if (causes.length > 0) await tx.uploadApproval.create({ data: { uploadId, causes, credits } })
  return { causes, known }
}
