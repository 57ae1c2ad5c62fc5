import { z } from 'zod'
import { MAX_CREDITS } from '@/lib/usage/max-credits'

const DECIMALS = 4
const hasDecimals = (value: number) => Number(value.toFixed(DECIMALS)) === value

/** What an admin enters about credits, because the provider reports neither a balance nor a price. Null: not set. */
export const usageSettings = z.strictObject({
  /** people are warned when fewer credits are left */
  warnBelow: z.int().min(1).max(MAX_CREDITS).nullable(),
  /** of one credit, up to four decimals */
  price: z
    .strictObject({
      amount: z.number().positive().max(10_000).refine(hasDecimals),
      /** ISO 4217 */
      currency: z.string().regex(/^[A-Z]{3}$/),
    })
    .nullable(),
})
export type UsageSettings = z.infer<typeof usageSettings>

/** Body of PUT /api/admin/usage/settings. `before`: the settings that the person saw. */
export const usageSettingsChange = usageSettings.extend({ before: usageSettings })
export type UsageSettingsChange = z.infer<typeof usageSettingsChange>

export const NO_USAGE_SETTINGS: UsageSettings = { warnBelow: null, price: null }

/** Are the credits below the warning threshold? Never before the first top-up. */
export const isLow = (left: number | null, { warnBelow }: UsageSettings): boolean =>
  left !== null && warnBelow !== null && left < warnBelow
