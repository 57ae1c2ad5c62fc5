import 'server-only'
import type { RequestedBy } from '@/lib/auth/roles'
import { db } from '@/lib/platform/db.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { type RequestResult, requestVerification } from '@/lib/verifications/check/request.server'
import { visibleTo } from '@/lib/verifications/record/queries.server'
import type { VerificationInput } from '@/lib/verifications/schema'

/**
 * "Check again": a new paid check of the same IBAN and name, linked to the old one, which never changes.
 * @throws Refusal 404; 409 verification_of_bank_report for what the payer's bank reported; those of `lockRepeatedCheck` and
 * `requestVerification`
 */
export async function recheck(id: string, by: RequestedBy): Promise<RequestResult> {
  const old = await db().verification.findFirst({
    where: { id, ...visibleTo(by.actor) },
    select: {
      iban: true,
      name: true,
      environment: true,
      sandboxResult: true,
      source: true,
      reference: true,
      purpose: true,
      note: true,
    },
  })
  if (!old) throw notFound()
  if (old.source === 'bank_report')
    throw new Refusal(
      409,
      'verification_of_bank_report',
      'Your bank reported this result. Check the name and IBAN in a new check.',
    )
  const input = {
    iban: old.iban,
    name: old.name,
    environment: old.environment,
    sandboxResult: (old.sandboxResult ?? undefined) as VerificationInput['sandboxResult'],
    reference: old.reference ?? undefined,
    purpose: (old.purpose ?? undefined) as VerificationInput['purpose'],
    note: old.note ?? undefined,
    previousId: id,
  }
  return requestVerification(input, by)
}
