import { z } from 'zod'
import { plainTextSchema } from '@/lib/platform/plain-text-schema'
import {
  MASK_MONTHS,
  ORIGINAL_DAYS,
  type Periods,
  RECORD_YEARS,
  RESULT_MONTHS,
} from '@/lib/retention/periods'
import { subjectInput } from '@/lib/retention/subject'

/** The periods as stored and sent. */
export const periodsInput = z.strictObject({
  resultMonths: z.literal([...RESULT_MONTHS]),
  originalDays: z.literal([...ORIGINAL_DAYS]),
  maskMonths: z
    .literal([...MASK_MONTHS])
    .nullable()
    .default(null),
  recordYears: z.literal([...RECORD_YEARS]).default(5),
}) satisfies z.ZodType<Periods>

const reason = plainTextSchema(300).min(3)

/**
 * Body of PUT /api/admin/retention. `before`: the periods that the person saw. `confirms`: how many records of all
 * classes are deleted tonight, required to shorten a period.
 */
export const periodsChange = z.strictObject({
  before: periodsInput,
  periods: periodsInput,
  confirms: z.int().min(0).optional(),
})
export type PeriodsChange = z.infer<typeof periodsChange>

export const periodsPreviewInput = z.strictObject({ periods: periodsInput })

/** Body of POST /api/admin/retention/holds. */
export const holdInput = z.discriminatedUnion('on', [
  z.strictObject({ on: z.literal('upload'), id: z.uuid(), reason }),
  z.strictObject({ on: z.literal('verification'), id: z.uuid(), reason }),
  z.strictObject({ on: z.literal('subject'), subject: subjectInput, reason }),
])
export type HoldInput = z.infer<typeof holdInput>

/** Body of POST /api/admin/retention/subjects (a search) and …/erasures/{id}/name (the subject, entered again). */
export const subjectSearch = z.strictObject({ subject: subjectInput })

/** Body of POST /api/admin/retention/erasures. */
export const erasureInput = z.strictObject({ subject: subjectInput, reason })
export type ErasureInput = z.infer<typeof erasureInput>

/** Body of POST /api/admin/retention/erasures/{id}/close. */
export const erasureClosing = z.strictObject({ reason })

/** Body of POST /api/admin/retention/erasures/{id}/confirm: the second person's answer. */
export const erasureDecision = z.strictObject({ agree: z.boolean() })
