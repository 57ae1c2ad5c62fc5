import { z } from 'zod'
import '@/lib/platform/jitless'

const nameCount = z.int().min(2).max(100).nullable()
const credits = z.int().min(0).max(100_000_000).nullable()

/** What this office allows before somebody is warned or asked. Null switches a limit off. */
export const limitsSchema = z.strictObject({
  /** different names tried on one IBAN within 24 hours, by anybody */
  names: z
    .strictObject({
      /** from this name on the form warns */
      warnFrom: nameCount,
      /** from this name on a second person must allow it */
      secondFrom: nameCount,
    })
    .refine(
      ({ warnFrom, secondFrom }) => warnFrom === null || secondFrom === null || warnFrom <= secondFrom,
      {
        path: ['secondFrom'],
      },
    ),
  /** credits that one person may spend alone; above, an upload waits for a second person and a check is refused */
  credits: z.strictObject({
    /** in one day of TIME_ZONE */
    personDay: credits,
    /** on one upload */
    upload: credits,
  }),
})
export type OfficeLimits = z.infer<typeof limitsSchema>

export const LIMITS_SETTING = 'limits'
export const DEFAULT_LIMITS: OfficeLimits = {
  names: { warnFrom: 3, secondFrom: 5 },
  credits: { personDay: null, upload: null },
}
