import { z } from 'zod'
import { COLUMNS, DENSITIES } from '@/lib/history/layout'

/** Body of PUT /api/verifications/search/layout. */
export const historyLayout = z.strictObject({
  columns: z
    .array(z.enum(COLUMNS))
    .refine((columns) => columns.includes('name') && new Set(columns).size === columns.length),
  density: z.enum(DENSITIES),
})
