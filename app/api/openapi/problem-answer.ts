import { z } from 'zod'
import { time } from '@/app/api/openapi/answers'
import { totals } from '@/app/api/openapi/payment-answers'

/** RFC 9457, with a stable code. The fields after `errors` belong to single codes. */
export const problemAnswer = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  requestId: z.uuid(),
  errors: z.array(z.looseObject({ path: z.string(), code: z.string(), message: z.string() })).optional(),
  /** the record of a check that was not sent */
  verificationId: z.uuid().optional(),
  /** `spend_limit_reached`: the credits of that day, and how many the owner may spend */
  day: z.iso.date().optional(),
  spent: z.int().optional(),
  limit: z.int().nullish(),
  scope: z.string().optional(),
  from: time.nullish(),
  /** why the provider can't be read */
  reason: z.string().optional(),
  /** the row of an upload; the place in a file */
  row: z.int().optional(),
  line: z.int().optional(),
  element: z.string().optional(),
  value: z.string().optional(),
  /** numbers of payment lines, and what the run is now */
  lines: z.array(z.int()).optional(),
  gates: z.record(z.string(), totals).optional(),
})
