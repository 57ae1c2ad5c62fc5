import 'server-only'
import type { Tx } from '@/lib/platform/db.server'
import type { Refused } from '@/lib/upstream/breaker'
import { admit } from '@/lib/upstream/breaker.server'
import { type Budgets, type PersonBudget, returnSlot, takeSlotIn } from '@/lib/upstream/budget.server'

/** No slot is free now; one will be in `inMs`. */
export type WaitForSlot = { kind: 'wait'; inMs: number }
export type AdmittedSlot =
  | { kind: 'go'; call: bigint }
  | WaitForSlot
  | { kind: 'refused'; code: Refused['code']; retryInMs: number | null }

/**
 * Takes the slot of a single check that the breakers admit, in the transaction that claims with it and holds
 * `rateBucketLock`.
 */
export async function takeAdmittedSlot(
  tx: Tx,
  connectionId: string,
  { budgets, person }: { budgets: Budgets; person: PersonBudget },
): Promise<AdmittedSlot> {
  const slot = await takeSlotIn(tx, connectionId, 'single_post', { budgets, person })
  if (!slot.granted) return { kind: 'wait', inMs: slot.retryInMs }
  if (!slot.stopped) return { kind: 'go', call: slot.call }
  const admission = await admit(slot.call, connectionId, 1, tx)
  if (admission.admitted) return { kind: 'go', call: slot.call }
  await returnSlot(slot.call, tx)
  return { kind: 'refused', code: admission.code, retryInMs: admission.retryInMs }
}
