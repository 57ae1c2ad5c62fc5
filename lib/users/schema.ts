import { z } from 'zod'
import { ROLES } from '@/lib/auth/roles'
import { canonicalEmail, isEmail } from '@/lib/platform/email'
import { LOCALES } from '@/lib/platform/language/locale'
import { isPlainText } from '@/lib/platform/plain-text'

const custom = (code: string, message: string) => ({ params: { code }, message })

/** Roles, deduplicated and in the order of the database. */
const anyRoles = z.array(z.enum(ROLES)).transform((given) => ROLES.filter((role) => given.includes(role)))
const roles = anyRoles.refine(
  (given) => given.length > 0,
  custom('roles_required', 'Choose at least one role.'),
)

const email = z
  .string()
  .transform(canonicalEmail)
  .refine(isEmail, custom('email_invalid', 'This isn’t an email address.'))

const personName = z
  .string()
  .transform((text) => text.normalize('NFC').trim().replace(/\s+/g, ' '))
  .refine((text) => text.length > 0, custom('name_required', 'Enter a name.'))
  .refine((text) => isPlainText(text, 100), custom('name_invalid', 'Use at most 100 ordinary signs.'))

/** Creates one invitation per address, all with the same roles. */
export const invitation = z.strictObject({
  emails: z.array(email).min(1).max(20),
  roles,
})
export type Invitation = z.infer<typeof invitation>

/** The arguments of `npm run user -- create`. */
export const newPerson = z.strictObject({ email, name: personName, roles })
export type NewPerson = z.infer<typeof newPerson>

/** `before`: the roles that the admin saw. */
export const rolesChange = z.strictObject({ roles, before: anyRoles })
export type RolesChange = z.infer<typeof rolesChange>
/** `until`: when the wait that the admin saw would end. */
export const confirmation = z.strictObject({ until: z.iso.datetime() })
export const stateChange = z.strictObject({ active: z.boolean() })

const token = z.string().length(43)
export const linkInput = z.strictObject({ token })
export const linkUse = z.strictObject({ token, name: personName, password: z.string().max(1024) })
export type LinkUse = z.infer<typeof linkUse>

const secret = z.string().max(1024)
/** `endKeys`: revoke the person's API keys too. */
export const passwordChange = z.strictObject({
  current: secret,
  password: secret,
  endKeys: z.boolean().default(false),
})
export type PasswordChange = z.infer<typeof passwordChange>
const identity = z.strictObject({ password: secret })
const code = z.string().max(100)
/** `code` is required when a second factor is on. */
export const passwordAndCodeInput = z.strictObject({ password: secret, code: code.optional() })
export type PasswordAndCode = z.infer<typeof passwordAndCodeInput>
/** Body of POST /api/account/confirm: password or code. */
export const proofInput = z.union([identity, z.strictObject({ code })])
export const languageChange = z.strictObject({ language: z.enum(LOCALES) })
export const codeInput = z.strictObject({ code: z.string().max(20) })
/** `before`: the roles that the admin saw. */
export const factorPolicy = z.strictObject({ roles: anyRoles, before: anyRoles })
export type FactorPolicyChange = z.infer<typeof factorPolicy>
