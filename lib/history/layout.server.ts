import 'server-only'
import { z } from 'zod'
import { COLUMNS, DEFAULT_LAYOUT, DENSITIES } from '@/lib/history/layout'
import { preference } from '@/lib/platform/settings.server'

/** Body of PUT /api/verifications/search/layout. */
export const historyLayout = z.strictObject({
  columns: z
    .array(z.enum(COLUMNS))
    .refine((columns) => columns.includes('name') && new Set(columns).size === columns.length),
  density: z.enum(DENSITIES),
})

export const layoutPreference = preference('history.layout', historyLayout, DEFAULT_LAYOUT)
