import { z } from 'zod'
import { day, demandOrder } from '@/lib/platform/days/days'
import '@/lib/platform/jitless'

/** What the filter offers, in this order, with the nouns of the actions that are about it. */
const KINDS = {
  session: ['session'],
  user: ['user', 'setting'],
  verification: ['verification'],
  upload: ['upload'],
  bulk: ['bulk'],
  attempt: ['attempt'],
  review: ['review'],
  review_rules: ['review_rule', 'review_rules', 'review_settings'],
  document: ['document'],
  connection: ['connection'],
  key: ['key'],
  webhook: ['webhook'],
  credits: ['credits'],
  limits: ['limits'],
  retention: ['retention'],
  evidence: ['evidence'],
  audit: ['audit', 'demo'],
}
export const AUDIT_KINDS = Object.keys(KINDS) as (keyof typeof KINDS)[]

/** The nouns that a kind stands for; another word stands for itself. */
export const nounsOf = (kind: string): string[] =>
  Object.hasOwn(KINDS, kind) ? KINDS[kind as keyof typeof KINDS] : [kind]

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
