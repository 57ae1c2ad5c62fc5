import 'server-only'
import { recordAll } from '@/lib/audit/record.server'
import { ENVIRONMENTS } from '@/lib/http/paths'
import { db, Prisma, type Tx } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { oneOf, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { DOUBTED, REPEATABLE_DECISION } from '@/lib/reviews/rules/memory.server'
import { isApprovable } from '@/lib/reviews/rules/sql.server'
import { announceReviews } from '@/lib/webhooks/outbox.server'

const BATCH = 500

const DECIDED_ITEM = {
  id: uuid,
  reviewId: uuid,
  environment: oneOf(ENVIRONMENTS),
  verificationId: uuid,
  ruleId: uuid.notNull(),
  reason: text.notNull(),
  earlierId: uuid.or(null),
}
type DecidedItem = RowOf<typeof DECIDED_ITEM>

/**
 * Decides the items that a rule accepted, at most 500 a call. People decide instead when the rule was switched off, the
 * item was claimed or decided, or the remembered decision has expired. Every decision gets its own audit entry with the
 * rule as its actor.
 * @returns how many items rules decided
 */
export async function decideByRules(): Promise<number> {
  return db().$transaction(async (tx) => {
    const waiting = await select(
      tx,
      { id: uuid },
      Prisma.sql`
      select id from reviews where awaits_rule order by created_at limit ${BATCH} for update skip locked`,
    )
    if (waiting.length === 0) return 0
    const ids = waiting.map(({ id }) => id)
    const items = await insertDecisions(tx, ids)
    const decided = items.map(({ reviewId }) => reviewId)
    await tx.$executeRaw`
      update reviews set state = 'approved', decided_at = now(), awaits_rule = false where id = any(${decided}::uuid[])`
    await leaveToPeople(tx, ids)
    for (const environment of new Set(items.map((row) => row.environment)))
      await notify(tx, { topic: 'review', environment })
    await recordAll(items.map(entryOf), tx)
    return items.length
  })
}

/** Items that no rule decides after all are left to people, whose queues are notified. */
async function leaveToPeople(tx: Tx, ids: string[]): Promise<void> {
  const left = await select(
    tx,
    { id: uuid, environment: oneOf(ENVIRONMENTS), state: text },
    Prisma.sql`
    update reviews set awaits_rule = false where id = any(${ids}::uuid[]) and awaits_rule
    returning id, environment, state::text as state`,
  )
  await announceReviews(
    tx,
    left.filter(({ state }) => state === 'todo'),
  )
}

const entryOf = ({ reviewId, ruleId, reason, earlierId, verificationId }: DecidedItem) => ({
  by: { kind: 'rule' as const },
  action: 'review.approved',
  object: { type: 'review', id: reviewId },
  details: { ruleId, reason, state: 'approved', verificationId, ...(earlierId && { earlierId }) },
})

const insertDecisions = (tx: Tx, ids: string[]): Promise<DecidedItem[]> =>
  select(
    tx,
    DECIDED_ITEM,
    Prisma.sql`
  with fit as (
    select r.id as review_id, r.environment, r.verification_id, r.evidence_hash, rule.id as rule_id,
           coalesce(last.reason, 'spelling_or_accent') as reason, last.id as earlier_id, last.corrected_name
      from reviews r
      join verifications v on v.id = r.verification_id
      join review_rules rule on rule.id = r.rule_id and rule.enabled
      left join lateral (${REPEATABLE_DECISION}) last on rule.outcome = 'repeat'
     where r.id = any(${ids}::uuid[]) and (r.claimed_by_id is null or r.claimed_until < now()) and not ${DOUBTED}
       and (rule.outcome = 'repeat' and last.id is not null
            or rule.outcome = 'approve' and ${isApprovable(Prisma.sql`r.match_result`, Prisma.sql`r.difference_types`)})),
  made as (
    insert into decisions (id, review_id, kind, reason, rule_id, earlier_id, corrected_name, evidence_hash)
    select gen_random_uuid(), review_id, 'approve', reason, rule_id, earlier_id, corrected_name, evidence_hash from fit
    returning id, review_id, rule_id, reason, earlier_id)
  select made.id, made.review_id as "reviewId", fit.environment, fit.verification_id as "verificationId",
         made.rule_id as "ruleId", made.reason, made.earlier_id as "earlierId"
    from made join fit using (review_id)`,
  )
