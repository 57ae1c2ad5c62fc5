import { z } from 'zod'
import { ENVIRONMENTS } from '@/lib/http/paths'
import { checkIban, type IbanProblem } from '@/lib/iban/validate'
import { checkName } from '@/lib/names/check'
import { isPlainText } from '@/lib/platform/plain-text'
import { SANDBOX_RESULTS } from '@/lib/upstream/contract'
import { MAX_REMARK, PURPOSES } from '@/lib/verifications/remarks'

const IBAN_MESSAGES: Record<IbanProblem['code'], string> = {
  iban_required: 'Give an IBAN.',
  iban_characters: 'An IBAN has only the letters A to Z and digits.',
  iban_country_unknown: 'No country issues IBANs that begin like this.',
  iban_length: 'This IBAN has the wrong length for its country.',
  iban_structure: 'This IBAN doesn’t have the format of its country.',
  iban_checksum: 'The check digits are wrong. Compare the IBAN with its source.',
}
const NAME_MESSAGES = {
  name_required: 'Give the name of the account holder.',
  name_too_long: 'Use at most 140 characters.',
  name_control_characters: 'The name has hidden characters. Type it again.',
  unicode_malformed: 'The text is damaged. Type it again.',
}

/** A required text field; null counts as missing. */
function text(read: (raw: string, context: z.core.$RefinementCtx<string>) => string) {
  return z.preprocess((value) => (value === null ? '' : value), z.string().transform(read))
}

/** An IBAN as typed or pasted, normalised. Errors carry the codes of lib/iban. */
const ibanField = text((raw, context) => {
  const verdict = checkIban(raw)
  if (verdict.ok) return verdict.iban
  const { code } = verdict.problem
  context.addIssue({ code: 'custom', params: { code }, message: IBAN_MESSAGES[code] })
  return z.NEVER
})

/** A holder's name, trimmed and in NFC. Unusual names are warned about in the form and accepted here. */
const nameField = text((raw, context) => {
  const verdict = checkName(raw)
  if (verdict.ok) return verdict.name
  context.addIssue({ code: 'custom', params: { code: verdict.code }, message: NAME_MESSAGES[verdict.code] })
  return z.NEVER
})

/** An optional free text of our own, never sent to the provider. */
const remark = (maxLength: number) =>
  z
    .string()
    .transform((raw, context) => {
      const text = raw.normalize('NFC').trim()
      const fail = (code: string, message: string) => {
        context.addIssue({ code: 'custom', params: { code }, message })
        return z.NEVER
      }
      if (!raw.isWellFormed()) return fail('unicode_malformed', 'The text is damaged. Type it again.')
      if (!isPlainText(text))
        return fail('control_characters', 'The text has control characters. Remove them.')
      if (Array.from(text).length > maxLength) return fail('too_long', `Use at most ${maxLength} characters.`)
      return text === '' ? undefined : text
    })
    .meta({ maxLength })

const common = {
  iban: ibanField,
  name: nameField,
  reference: remark(MAX_REMARK.reference).optional(),
  purpose: z.enum(PURPOSES).optional(),
  note: remark(MAX_REMARK.note).optional(),
}

/** Body of POST /api/verifications. A forced outcome is accepted in the sandbox only. */
export const verificationInput = z
  .strictObject({
    ...common,
    environment: z.enum(ENVIRONMENTS),
    sandboxResult: z.enum(SANDBOX_RESULTS).optional(),
  })
  .superRefine((input, context) => {
    if (input.environment === 'live' && input.sandboxResult !== undefined)
      context.addIssue({
        code: 'unrecognized_keys',
        keys: ['sandboxResult'],
        message: 'Only sandbox checks have it.',
      })
  })
export type VerificationInput = z.infer<typeof verificationInput>

/** Body of POST /api/verifications/earlier. */
export const earlierInput = z.strictObject({
  iban: ibanField,
  environment: z.enum(ENVIRONMENTS),
  name: z.string().max(1_000).optional(),
})
export type EarlierInput = z.infer<typeof earlierInput>
