import type { Actor } from '@/lib/auth/roles'
import { diffNames } from '@/lib/names/compare'
import { db } from '@/lib/platform/db.server'
import type { CallBack } from '@/lib/reviews/call'
import type { ReviewResult } from '@/lib/reviews/policy'
import { openReviews } from '@/lib/reviews/rules/open.server'

/** A call of an hour ago, in which the payee confirmed the account. */
export const CALL_BACK: CallBack = {
  person: 'Claire Martin',
  number: '+33 1 23 45 67 89',
  numberSource: 'own_records',
  calledAt: new Date(Date.now() - 3_600_000).toISOString(),
  outcome: 'confirmed',
}

const EVIDENCE_HASH = 'a'.repeat(64)

export type CheckInput = {
  result?: ReviewResult
  /** the submitted name and, on a close match, the bank's name */
  names?: [string, string]
  iban?: string
  environment?: 'live' | 'sandbox'
  reference?: string
  country?: string
  source?: 'single' | 'bulk' | 'api' | 'bank_report'
}

/** Creates a check with a doubtful answer that has no review yet. @returns the ID of the verification */
export async function createAnsweredCheck(asker: Pick<Actor, 'id'>, doubt: CheckInput = {}): Promise<string> {
  const { result = 'close_match', names = ['Jean Dupond', 'Jean Dupont'], ...more } = doubt
  const [name, registered] = names
  const matchedName = result === 'close_match' ? registered : null
  const { id } = await db().verification.create({
    data: {
      environment: 'live',
      source: 'single',
      iban: 'FR7630006000011234567890189',
      country: 'FR',
      ...more,
      name,
      nameSearch: name.toLowerCase(),
      status: 'completed',
      matchResult: result,
      matchedName,
      ...(matchedName && { comparison: JSON.parse(JSON.stringify(diffNames(name, matchedName))) }),
      evidenceHash: EVIDENCE_HASH,
      answeredAt: new Date(),
      requestedById: asker.id,
    },
  })
  return id
}

/** Creates a check with a doubtful answer and its review. @returns the IDs of both and the evidence hash */
export async function createReview(asker: Pick<Actor, 'id'>, doubt: CheckInput | 'no_match' = {}) {
  const verificationId = await createAnsweredCheck(asker, doubt === 'no_match' ? { result: doubt } : doubt)
  await db().$transaction((tx) => openReviews(tx, [verificationId]))
  const review = await db().review.findUniqueOrThrow({ where: { verificationId } })
  return { id: review.id, verificationId, evidenceHash: EVIDENCE_HASH }
}

/** Creates this many queued close matches with two statements. */
export async function createReviews(asker: Pick<Actor, 'id'>, count: number) {
  const checks = await db().$queryRaw<{ id: string }[]>`
    insert into verifications (id, environment, source, iban, name, name_search, country, status, match_result, matched_name,
                               comparison, evidence_hash, requested_by_id, answered_at)
    select gen_random_uuid(), 'live', 'bulk', 'FR7630006000011234567890189', 'Jean Dupond', 'jean dupond', 'FR', 'completed',
           'close_match', 'Jean Dupont', '{"differences": []}', ${EVIDENCE_HASH}, ${asker.id}::uuid, now()
      from generate_series(1, ${count}::int)
    returning id`
  const ids = checks.map(({ id }) => id)
  await db().$transaction((tx) => openReviews(tx, ids))
  const reviews = await db().review.findMany({ where: { verificationId: { in: ids } }, select: { id: true } })
  return reviews.map(({ id }) => ({ id, evidenceHash: EVIDENCE_HASH }))
}
