import 'server-only'
import { type Actor, seesAll } from '@/lib/auth/roles'
import { duplicateKey } from '@/lib/names/text/fold'
import { db } from '@/lib/platform/db.server'
import { type Outcome, outcomeOf } from '@/lib/verifications/outcome'
import type { EarlierInput } from '@/lib/verifications/schema'

/** A hint against paying twice for the same check. Contains neither the name nor the requester. */
export type EarlierCheckHint = {
  /** null for checks that the reader may not open */
  id: string | null
  checkedAt: string
  outcome: Outcome
  decision: 'approved' | 'rejected' | null
  /** whether the given name is the name of that check; null when none was given, or the reader may not open it */
  sameName: boolean | null
}

const MAX_HINTS = 5

/** The latest earlier checks of an IBAN by anybody, newest first. */
export async function earlierChecks(input: EarlierInput, actor: Actor): Promise<EarlierCheckHint[]> {
  const rows = await db().verification.findMany({
    where: { iban: input.iban, environment: input.environment, status: { notIn: ['not_sent', 'pending'] } },
    select: {
      id: true,
      name: true,
      status: true,
      matchResult: true,
      requestedById: true,
      createdAt: true,
      answeredAt: true,
      review: { select: { state: true } },
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: MAX_HINTS,
  })
  const wanted = input.name === undefined ? null : duplicateKey(input.name)
  return rows.map((row) => {
    const open = seesAll(actor) || row.requestedById === actor.id
    return {
      id: open ? row.id : null,
      checkedAt: (row.answeredAt ?? row.createdAt).toISOString(),
      outcome: outcomeOf(row),
      decision:
        row.review?.state === 'approved' || row.review?.state === 'rejected' ? row.review.state : null,
      sameName: wanted === null || !open ? null : duplicateKey(row.name) === wanted,
    }
  })
}
