import 'server-only'
import { z } from 'zod'
import { ALL_CHANGE_COLUMNS, CHANGE_COLUMNS } from '@/lib/exports/change-columns'
import { preference } from '@/lib/platform/settings.server'

/** Body of PUT /api/uploads/changes/layout. */
export const changeLayout = z.strictObject({
  columns: z
    .array(z.enum(CHANGE_COLUMNS))
    .refine((columns) => columns.includes('newName') && new Set(columns).size === columns.length),
})

export const changeLayoutPreference = preference('exports.changes', changeLayout, ALL_CHANGE_COLUMNS)
