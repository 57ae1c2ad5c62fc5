import { z } from 'zod'
import { SCOPES } from '@/lib/keys/scopes'

/** How long a key may live, in days. A year at most, and there is no "for ever". */
export const KEY_DAYS = [30, 90, 180, 365] as const
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
