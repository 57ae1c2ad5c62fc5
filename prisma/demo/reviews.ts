import type { NameComparison } from '@/lib/names/compare'
import type { Prisma, Tx } from '@/lib/platform/db.server'
import type { CallBack } from '@/lib/reviews/call'
import { proposedReason } from '@/lib/reviews/reasons'
import type { DemoPeople } from './people'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type OldReview = Prisma.ReviewGetPayload<{ include: { verification: { select: { comparison: true } } } }>
type DecisionDraft = Pick<Prisma.DecisionCreateManyInput, 'kind' | 'reason' | 'note'> & {
  callBack?: CallBack
}

/** Unless the result is a close match, the payee was called. Most could not confirm the account. */
function decisionOn({ matchResult, verification }: OldReview, number: number, at: Date): DecisionDraft {
  if (matchResult === 'close_match') {
    const comparison = verification.comparison as NameComparison | null
    const reason = proposedReason(comparison?.differences ?? [])
    return reason ? { kind: 'approve', reason } : { kind: 'reject', reason: 'different_company' }
  }
  const confirmed = matchResult === 'no_match' ? number % 6 === 0 : number % 3 > 0
  if (!confirmed) return { kind: 'reject', reason: 'payee_could_not_confirm' }
  const calledAt = new Date(at.getTime() - 6 * MINUTE).toISOString()
  const phone = `+33 1 55 00 ${10 + (number % 90)} ${10 + (number % 80)}`
  return {
    kind: 'approve',
    reason: 'confirmed_with_payee',
    callBack: {
      person: 'Accounts',
      number: phone,
      numberSource: 'contract',
      calledAt,
      outcome: 'confirmed',
    },
  }
}

/**
 * Decides items that are older than a day, within three hours, by two reviewers. Accounts that were not verifiable take
 * three days.
 */
export async function decideOldReviews(tx: Tx, { reviewer, second }: DemoPeople): Promise<void> {
  const old: OldReview[] = await tx.review.findMany({
    where: { createdAt: { lt: new Date(Date.now() - DAY) } },
    include: { verification: { select: { comparison: true } } },
    orderBy: [{ createdAt: 'asc' }, { verification: { itemIndex: 'asc' } }],
  })
  const threeDaysAgo = new Date(Date.now() - 3 * DAY)
  const decisions = old.flatMap((review, number): Prisma.DecisionCreateManyInput[] => {
    const { id: reviewId, createdAt, matchResult, evidenceHash } = review
    if (matchResult === 'account_not_verifiable' && createdAt > threeDaysAgo) return []
    const at = new Date(createdAt.getTime() + (20 + (number % 9) * 17) * MINUTE)
    const decidedById = number % 5 < 3 ? reviewer : second
    return [{ ...decisionOn(review, number, at), reviewId, evidenceHash, decidedById, createdAt: at }]
  })
  await tx.decision.createMany({ data: decisions })
  await tx.$executeRaw`
    update reviews r set decided_at = d.created_at,
           state = (case d.kind when 'approve' then 'approved' else 'rejected' end)::review_state
      from decisions d where d.review_id = r.id`
}

/** Escalates a no match of today to the second reviewer. */
export async function escalateOne(tx: Tx, reviewerId: string): Promise<void> {
  const review = await tx.review.findFirst({
    where: { state: 'todo', matchResult: 'no_match', source: 'single' },
    orderBy: { createdAt: 'asc' },
  })
  if (!review) return
  const { id: reviewId, evidenceHash, createdAt } = review
  await tx.decision.create({
    data: {
      ...{
        reviewId,
        evidenceHash,
        kind: 'escalate',
        reason: 'needs_second_opinion',
        decidedById: reviewerId,
      },
      note: 'New account on the last invoice, and the contact there does not answer the phone.',
      createdAt: new Date(createdAt.getTime() + 15 * MINUTE),
    },
  })
  await tx.review.update({ where: { id: reviewId }, data: { state: 'escalated' } })
}
