import { z } from 'zod'
import { day, demandOrder } from '@/lib/platform/days'

/** The nouns of actions, in the order in which the filter offers them. */
export const AUDIT_KINDS = [
  'session',
  'user',
  'verification',
  'upload',
  'bulk',
  'attempt',
  'review',
  'review_rules',
  'document',
  'connection',
  'key',
  'webhook',
  'credits',
  'retention',
  'evidence',
  'audit',
] as const

const filters = {
  who: z.uuid().optional(),
  kind: z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .optional(),
  object: z.string().max(64).optional(),
  from: day.optional(),
  to: day.optional(),
}

/** Query of GET /api/admin/audit. Newest first; `after` is the number of the last entry of the page before. */
export const auditQuery = z
  .strictObject({
    ...filters,
    after: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
    size: z.coerce.number().int().min(1).max(100).default(50),
  })
  .superRefine(demandOrder)
export type AuditFilters = Omit<z.infer<typeof auditQuery>, 'after' | 'size'>

export const AUDIT_FORMATS = ['csv', 'jsonl'] as const
export const auditExportQuery = z
  .strictObject({ ...filters, format: z.enum(AUDIT_FORMATS) })
  .superRefine(demandOrder)
