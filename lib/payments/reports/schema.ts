import { z } from 'zod'
import { REPORT_JOINS } from '@/lib/payments/reports/view'
import { lineBefore, pageSize } from '@/lib/platform/pages/whole-number'
import '@/lib/platform/jitless'

const MAX_POSITION = 1_000_000

/** Query of one report: its lines after the position `after`, and only those that were joined in the way `join`. */
export const reportQuerySchema = z.strictObject({
  size: pageSize.default(50),
  after: lineBefore(MAX_POSITION),
  join: z.enum(REPORT_JOINS).optional(),
})
export type ReportQuery = z.infer<typeof reportQuerySchema>

/** Body of POST /api/payments/reports/{id}/join. */
export const joinInput = z.strictObject({ run: z.uuid() })
