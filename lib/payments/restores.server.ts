import 'server-only'
import { readPaymentPolicy } from '@/lib/payments/policy.server'
import { DAY_MS } from '@/lib/platform/days/period'
import { type Restore, restoresSetting } from '@/lib/platform/restores.server'

/**
 * The restores that lost releases in which lines of this run, or equal payments of another one, may have left. A later
 * run counts as long as equal payments are looked for.
 */
export async function restoresAfter(createdAt: Date): Promise<Restore[]> {
  const known = await restoresSetting.read()
  if (known.length === 0) return []
  const { duplicateDays } = await readPaymentPolicy()
  return known.filter(
    ({ restoredAt }) => createdAt.getTime() < Date.parse(restoredAt) + duplicateDays * DAY_MS,
  )
}
