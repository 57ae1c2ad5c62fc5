import { z } from 'zod'
import { plainLineSchema } from '@/lib/platform/plain-text-schema'

/** What OAuth allows: printable ASCII, also spaces (RFC 6749, appendix A), which belong to it wherever they are. */
const credential = (longest: number) =>
  z.string().transform((text, context) => {
    const fail = (code: string, message: string) => {
      context.addIssue({ code: 'custom', params: { code }, message })
      return z.NEVER
    }
    if (text.trim() === '') return fail('credential_required', 'Enter a value.')
    if (text.length > longest) return fail('too_long', `Use at most ${longest} characters.`)
    return /^[\x20-\x7e]+$/.test(text)
      ? text
      : fail('credential_characters', 'Use only letters without accents, digits, spaces and symbols.')
  })

/** Body of PUT /api/admin/connections/{id}/secret. */
export const secretInput = z.strictObject({ secret: credential(512) })

/** Body of DELETE /api/admin/connections/{id}: its name, typed by the person as confirmation. */
export const removalInput = z.strictObject({ name: z.string().max(200) })

/** Body of POST /api/admin/connections: the new active connection. */
export const connectionInput = z.strictObject({
  name: plainLineSchema(80),
  // refused with the other empty fields; its form is judged by `checkAddress`
  baseUrl: z
    .string()
    .max(300)
    .refine((text) => text.trim() !== '', {
      params: { code: 'address_malformed' },
      message: 'Enter an address.',
    }),
  clientId: credential(200),
  secret: credential(512),
})
export type ConnectionInput = z.infer<typeof connectionInput>
