import { z } from 'zod'
import { isMoment } from '@/lib/http/paging'
import { BIC, bankOfBic } from '@/lib/iban/bic'
import { plainLineSchema, plainTextSchema } from '@/lib/platform/plain-text-schema'
import '@/lib/platform/jitless'
import { BANK_DEFAULTS, BANK_REPORTS, BATCH_LIMITS } from './choices'

/** A text that may be left empty. */
const optional = (text: z.ZodString) => text.transform((value) => value || null).nullable()
// a profile from before characters were checked must stay readable: its longest name counts in a release
const storedText = (maxLength: number) => optional(z.string().trim().max(maxLength))
const typedText = (maxLength: number) => optional(plainTextSchema(maxLength))

const textsOf = (text: typeof storedText) => ({
  /** the bank's own term: an order type, or an option of its portal */
  channelWithVop: text(80),
  channelWithoutVop: text(80),
  advice: z.strictObject({ oneLine: text(600), release: text(600), held: text(600), report: text(600) }),
})

/** What is known about a bank. Null or `unknown`: nobody has entered it, and pages say so. */
export const profileSettings = z.strictObject({
  ...textsOf(storedText),
  byDefault: z.enum(BANK_DEFAULTS),
  /** how many days the bank waits for the payer's release after it has reported the results */
  releaseDays: z.int().min(1).max(365).nullable(),
  batches: z.enum(BATCH_LIMITS),
  nameCap: z.int().min(10).max(140),
  reportKind: z.enum(BANK_REPORTS),
})
export type ProfileSettings = z.output<typeof profileSettings>

/** Branches share the profile of their bank. */
const bic8 = z.string().trim().toUpperCase().regex(BIC).transform(bankOfBic)

/** Body of POST /api/admin/payments/profiles. */
export const profileInput = z.strictObject({
  bic: bic8,
  name: plainLineSchema(140),
  settings: profileSettings.extend(textsOf(typedText)),
})
export type ProfileInput = z.output<typeof profileInput>

/** Body of PUT /api/admin/payments/profiles/{id}. `before`: `updatedAt` of the profile that the person saw. */
export const profileChange = profileInput.extend({ before: z.iso.datetime().refine(isMoment) })
export type ProfileChange = z.output<typeof profileChange>

export type BankProfileView = {
  id: string
  bic: string
  name: string
  country: string
  settings: ProfileSettings
  updatedAt: string
}
