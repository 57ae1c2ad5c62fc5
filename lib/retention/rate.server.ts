import 'server-only'
import { enforceHourlyRate } from '@/lib/audit/rate.server'
import type { Actor } from '@/lib/auth/roles'
import type { Tx } from '@/lib/platform/db.server'

/** Lookups an hour and person: each of these actions reveals whether an IBAN or a name occurs. */
const SUBJECTS_AN_HOUR = 30

const SUBJECTS = {
  actions: [
    'retention.searched',
    'retention.erasure_requested',
    'retention.erasure_named',
    'retention.erasure_misnamed',
    'retention.held',
  ],
  most: SUBJECTS_AN_HOUR,
  code: 'too_many_subjects',
  sentence: `You searched for ${SUBJECTS_AN_HOUR} people or IBANs within an hour. Try again later.`,
}

/** @throws Refusal 429 too_many_subjects */
export const enforceSubjectRate = (tx: Tx, actor: Actor): Promise<void> =>
  enforceHourlyRate(tx, actor.id, SUBJECTS)
