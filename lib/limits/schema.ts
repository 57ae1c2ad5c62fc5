import { z } from 'zod'
import type { OfficeLimits } from './limits'

const nameCount = z.int().min(2).max(100).nullable()
const credits = z.int().min(0).max(100_000_000).nullable()

export const limitsSchema = z.strictObject({
  names: z
    .strictObject({
      warnFrom: nameCount,
      secondFrom: nameCount,
    })
    .refine(
      ({ warnFrom, secondFrom }) => warnFrom === null || secondFrom === null || warnFrom <= secondFrom,
      {
        path: ['secondFrom'],
      },
    ),
  credits: z.strictObject({
    personDay: credits,
    upload: credits,
  }),
}) satisfies z.ZodType<OfficeLimits>

/** Body of PUT /api/admin/limits. `before`: the limits that the person saw. */
export const limitsChange = limitsSchema.extend({ before: limitsSchema })
export type LimitsChange = z.infer<typeof limitsChange>
