import { z } from 'zod'
import { KEY_DAYS, SCOPES } from '@/lib/keys/scopes'
import { plainLineSchema } from '@/lib/platform/plain-text-schema'

export const MAX_KEYS = 20

/** Body of POST /api/account/keys. */
export const keyInput = z.strictObject({
  name: plainLineSchema(60),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .max(SCOPES.length)
    .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope))),
  days: z.literal([...KEY_DAYS]),
})
export type KeyInput = z.infer<typeof keyInput>
