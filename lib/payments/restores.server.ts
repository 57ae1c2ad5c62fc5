import 'server-only'
import { z } from 'zod'
import { readPaymentPolicy } from '@/lib/payments/policy.server'
import type { RunView } from '@/lib/payments/view'
import { setting } from '@/lib/platform/settings.server'

const restores = z.array(z.object({ madeAt: z.iso.datetime(), restoredAt: z.iso.datetime() }))

/** The restores of this office, oldest first. scripts/backup/load.mjs adds one in the transaction that restores the rows. */
export const restoresSetting = setting('payments.restores', restores, [])

/** Adds a restore by another tool. One that was restored after the backup was made is this one, added already. */
export async function addRestore(madeAt: string): Promise<void> {
  const known = await restoresSetting.read()
  if (known.some(({ restoredAt }) => restoredAt > madeAt)) return
  await restoresSetting.save([...known, { madeAt, restoredAt: new Date().toISOString() }])
}

/**
 * The restores that lost releases in which lines of this run, or equal payments of another one, may have left. A later
 * run counts as long as equal payments are looked for.
 */
export async function restoresAfter(createdAt: Date): Promise<RunView['restores']> {
  const known = await restoresSetting.read()
  if (known.length === 0) return []
  const { duplicateDays } = await readPaymentPolicy()
  return known.filter(
    ({ restoredAt }) => createdAt.getTime() < Date.parse(restoredAt) + duplicateDays * 86_400_000,
  )
}
