import { z } from 'zod'
import { ENTRY_NUMBER, KIND } from '@/lib/audit/filters'
import { day, refineDateOrder } from '@/lib/platform/days/days'

const filters = {
  who: z.guid().optional(),
  kind: z.string().regex(KIND).optional(),
  object: z.string().max(64).optional(),
  from: day.optional(),
  to: day.optional(),
}

/** Query of GET /api/admin/audit, newest first; `after` is the number of the last entry of the previous page. */
export const auditQuerySchema = z
  .strictObject({
    ...filters,
    after: z.string().regex(ENTRY_NUMBER).optional(),
    size: z.coerce.number().int().min(1).max(100).default(50),
  })
  .superRefine(refineDateOrder)
export type AuditFilters = Omit<z.infer<typeof auditQuerySchema>, 'after' | 'size'>

export const AUDIT_FORMATS = ['csv', 'jsonl'] as const
export const auditExportQuerySchema = z
  .strictObject({ ...filters, format: z.enum(AUDIT_FORMATS) })
  .superRefine(refineDateOrder)
