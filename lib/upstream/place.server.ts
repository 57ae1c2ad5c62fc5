import 'server-only'
import type { Tx } from '@/lib/platform/db.server'
import type { Refused } from '@/lib/upstream/breaker'
import { admit, type Cost } from '@/lib/upstream/breaker.server'
import {
  type Budgets,
  giveBack,
  type Lane,
  type PersonBudget,
  takeSlotIn,
} from '@/lib/upstream/budget.server'

/** No slot is free now; one will be in `inMs`. */
export type WaitForPlace = { kind: 'wait'; inMs: number }
export type LanePlace =
  | { kind: 'go'; call: bigint }
  | WaitForPlace
  | { kind: 'refused'; code: Refused['code']; retryInMs: number | null }

/** Takes a slot that the breakers admit, in the transaction that claims with it and holds `laneLock`. */
export async function takePlaceIn(
  tx: Tx,
  connectionId: string,
  lane: Lane,
  { budgets, person, cost }: { budgets: Budgets; person: PersonBudget; cost: Cost },
): Promise<LanePlace> {
  const slot = await takeSlotIn(tx, connectionId, lane, { budgets, person })
  if (!slot.granted) return { kind: 'wait', inMs: slot.retryInMs }
  if (!slot.stopped) return { kind: 'go', call: slot.call }
  const admission = await admit(slot.call, connectionId, cost, tx)
  if (admission.admitted) return { kind: 'go', call: slot.call }
  await giveBack(slot.call, tx)
  return { kind: 'refused', code: admission.code, retryInMs: admission.retryInMs }
}
