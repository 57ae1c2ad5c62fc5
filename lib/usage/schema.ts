import { z } from 'zod'
import { plainLineSchema } from '@/lib/platform/plain-text-schema'
import { MAX_CREDITS } from '@/lib/usage/max-credits'

const note = plainLineSchema(200)

/**
 * Body of POST /api/admin/usage/entries: a top-up with its invoice number, or a correction up or down with its reason.
 * The provider reports no balance, so people record them.
 */
export const entryInput = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('top_up'), amount: z.int().min(1).max(MAX_CREDITS), note }),
  z.strictObject({
    kind: z.literal('correction'),
    amount: z
      .int()
      .min(-MAX_CREDITS)
      .max(MAX_CREDITS)
      .refine((amount) => amount !== 0),
    note,
  }),
])
export type EntryInput = z.infer<typeof entryInput>
