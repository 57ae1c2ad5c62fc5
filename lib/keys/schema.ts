import { z } from 'zod'
import { KEY_DAYS, SCOPES } from '@/lib/keys/scopes'

export const MAX_KEYS = 20

/** Body of POST /api/account/keys. */
export const keyInput = z.strictObject({
  name: z.string().trim().min(1).max(60),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .max(SCOPES.length)
    .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
  days: z.union(KEY_DAYS.map((days) => z.literal(days))),
})
export type KeyInput = z.infer<typeof keyInput>
