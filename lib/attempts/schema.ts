import { z } from 'zod'
import { cursor } from '@/lib/http/paging'
import { pageSize } from '@/lib/platform/pages/whole-number'
import { plainTextSchema } from '@/lib/platform/plain-text-schema'
import { isUuid } from '@/lib/platform/uuid'

const requiredText = (maxLength: number) => plainTextSchema(maxLength).min(1)

/** The provider's ID, as its dashboard or support gives it. */
const upstreamId = z
  .string()
  .trim()
  .transform((text, context) => {
    if (isUuid(text)) return text.toLowerCase()
    context.addIssue({
      code: 'custom',
      params: { code: 'attach_invalid' },
      message: 'This isn’t an ID of the bank service.',
    })
    return z.NEVER
  })

/**
 * Body of POST /api/attempts/{id}/resolve: the outcome of a paid request whose response was lost. `evidence` says
 * where the proof is kept (a ticket, a statement).
 */
export const resolveInput = z.discriminatedUnion('as', [
  z.strictObject({ as: z.literal('attached'), upstreamId }),
  z.strictObject({ as: z.literal('not_billed'), reason: requiredText(1_000), evidence: requiredText(200) }),
  z.strictObject({ as: z.literal('written_off'), reason: requiredText(1_000) }),
])
export type ResolveInput = z.infer<typeof resolveInput>

/**
 * Body of POST /api/attempts/{id}/resolve/confirm: true confirms what waits, false takes it back. `proposedAt`: of the
 * decision that the person saw.
 */
export const confirmInput = z.strictObject({ agree: z.boolean(), proposedAt: z.iso.datetime() })
export type ConfirmInput = z.infer<typeof confirmInput>

/** Query of GET /api/attempts, oldest first. */
export const unknownAttemptsQuerySchema = z.strictObject({
  size: pageSize.default(100),
  after: cursor.optional(),
})
export type UnknownAttemptsQuery = z.infer<typeof unknownAttemptsQuerySchema>
