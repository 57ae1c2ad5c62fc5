import { z } from 'zod'
import { CHANGE_COLUMNS } from '@/lib/exports/change-columns'

/** Body of PUT /api/uploads/changes/layout. */
export const changeLayout = z.strictObject({
  columns: z
    .array(z.enum(CHANGE_COLUMNS))
    .refine((columns) => columns.includes('newName') && new Set(columns).size === columns.length),
})
