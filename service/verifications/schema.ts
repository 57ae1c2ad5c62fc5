import { z } from 'zod'
import { checkIban, type IbanProblem } from '@/lib/iban/validate'
import { checkName } from '@/lib/names/check'
import { badRequest, type ServiceRefusal } from '../http/refusal'

/** Payload of section 2.1. Unknown fields are ignored. */
export const payloadSchema = z.object({
  account: z.object({ iban: z.string() }),
  account_holder: z.object({ name: z.string() }),
  sandbox_result: z.enum(['match', 'no_match', 'close_match', 'failed']).optional(),
})

export type ForcedResult = NonNullable<z.infer<typeof payloadSchema>['sandbox_result']>

/** Section 4.4: items are validated one by one, so that the error can name the first invalid one. */
export const bulkSchema = z.object({ verifications: z.array(z.unknown()).min(1).max(2000) })

/** A valid pair, normalised: the IBAN in electronic form, the name in NFC with single spaces. */
export type IbanNamePair = { iban: string; name: string }

/** A pair as submitted. When its format is wrong, `iban` is undefined and `problem` has the reason. */
export type Submitted = { name: string } & ({ iban: string } | { iban: undefined; problem: ServiceRefusal })

const isMissing = (value: unknown) => value === undefined || value === null

/** The value at `path` in `value`, or undefined. */
function valueAt(value: unknown, path: PropertyKey[]): unknown {
  let current = value
  for (const step of path) {
    if (isMissing(current)) return undefined
    current = (current as Record<PropertyKey, unknown>)[step]
  }
  return current
}

/** The refusal for a payload of the wrong shape. Missing fields have their own codes (section 7.3). */
function shapeRefusal(body: unknown, issue: z.core.$ZodIssue, where: string): ServiceRefusal {
  const [first] = issue.path
  const missing = isMissing(valueAt(body, issue.path))
  if (missing && first === 'account') return badRequest('iban_required', `${where}account.iban is required.`)
  if (missing && first === 'account_holder')
    return badRequest('name_required', `${where}account_holder.name is required.`)
  if (first === 'sandbox_result')
    return badRequest('invalid_sandbox_result', 'sandbox_result is match, no_match, close_match or failed.')
  const what = `${where}${issue.path.join('.')}`.replace(/\.$/, '') || 'The body'
  return badRequest('invalid_request', `${what} has the wrong type.`)
}

/** The refusal of a wrong format; a missing IBAN is refused before. */
function ibanRefusal({ code, expected, actual }: IbanProblem): ServiceRefusal {
  if (code === 'iban_checksum')
    return badRequest('invalid_iban_checksum', 'The check digits of the IBAN are wrong.')
  if (code === 'iban_length')
    return badRequest(
      'invalid_iban_country_format',
      `An IBAN of this country has ${expected} characters, not ${actual}.`,
    )
  if (code === 'iban_structure')
    return badRequest('invalid_iban_country_format', 'The IBAN does not have the structure of its country.')
  return badRequest('invalid_iban_format', 'This is not an IBAN.')
}

function nameRefusal(code: string, where: string): ServiceRefusal {
  if (code === 'name_required') return badRequest('name_required', `${where}account_holder.name is required.`)
  const why = code === 'name_too_long' ? 'is longer than 140 characters' : 'holds characters no name can hold'
  return badRequest('invalid_name_format', `${where}account_holder.name ${why}.`)
}

/**
 * Parses one pair of section 2.1. Throws 400 for every error except a wrong IBAN format, which is returned: a single
 * check refuses it, a bulk rejects the item. `where` is a prefix for messages, such as `verifications[3].`.
 */
export function readPair(body: unknown, where = ''): Submitted & { sandboxResult?: ForcedResult } {
  const shape = payloadSchema.safeParse(body)
  if (!shape.success) throw shapeRefusal(body, shape.error.issues[0] as z.core.$ZodIssue, where)
  const { account, account_holder, sandbox_result } = shape.data
  const verdict = checkIban(account.iban)
  if (!verdict.ok && verdict.problem.code === 'iban_required')
    throw badRequest('iban_required', `${where}account.iban is required.`)
  const name = checkName(account_holder.name)
  if (!name.ok) throw nameRefusal(name.code, where)
  if (!verdict.ok) return { iban: undefined, problem: ibanRefusal(verdict.problem), name: name.name }
  return { iban: verdict.iban, name: name.name, sandboxResult: sandbox_result }
}

/** On production endpoints, `sandbox_result` must be omitted (section 2.1), whatever its value. */
export function refuseSandboxResult(body: unknown, where = ''): void {
  if (typeof body === 'object' && body !== null && 'sandbox_result' in body)
    throw badRequest('sandbox_result_not_allowed', `${where}sandbox_result is for the sandbox only.`)
}
