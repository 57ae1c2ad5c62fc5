import { z } from 'zod'
import { ENTRY_NUMBER, KIND } from '@/lib/audit/filters'
import { day, refineDateOrder } from '@/lib/platform/days/days'
import { pageSize } from '@/lib/platform/pages/whole-number'

const filters = {
  who: z.guid().optional(),
  kind: z.string().regex(KIND).optional(),
  object: z.string().max(64).optional(),
  from: day.optional(),
  to: day.optional(),
}

const entryNumber = z.string().refine((text) => ENTRY_NUMBER.test(text), {
  params: { code: 'pagination' },
  error: 'The cursor is wrong. Use nextCursor as it was returned.',
})

/** Query of GET /api/admin/audit, newest first; `after` is the number of the last entry of the previous page. */
export const auditQuerySchema = z
  .strictObject({
    ...filters,
    after: entryNumber.optional(),
    size: pageSize.default(50),
  })
  .superRefine(refineDateOrder)
export type AuditFilters = Omit<z.infer<typeof auditQuerySchema>, 'after' | 'size'>

export const AUDIT_FORMATS = ['csv', 'jsonl'] as const
export const auditExportQuerySchema = z
  .strictObject({ ...filters, format: z.enum(AUDIT_FORMATS) })
  .superRefine(refineDateOrder)
