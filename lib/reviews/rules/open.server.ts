import 'server-only'
import { ENVIRONMENTS } from '@/lib/http/paths'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { bool, oneOf, select, uuid } from '@/lib/platform/sql/select.server'
import { REVIEW_RESULTS } from '@/lib/reviews/policy'
import { closeReplaced, lockRepeatedChecks } from '@/lib/reviews/rules/replace.server'
import { DIFFERENCE_TYPES, firstRule } from '@/lib/reviews/rules/sql.server'
import { announceReviews } from '@/lib/webhooks/outbox.server'

/**
 * Adds answered verifications to the queue according to the review rules: close match, no match and not verifiable;
 * match and failed never. Runs in the transaction that stores the answers, with a few statements for 2,000 of them. Items
 * for a rule are only marked: `decideByRules` decides them afterwards, so that this transaction doesn't wait for the
 * audit log. One whose check was already run again with a result is closed at once. Idempotent: one review per
 * verification.
 * @returns how many reviews were opened
 */
export async function openReviews(tx: Tx, verificationIds: string[]): Promise<number> {
  if (verificationIds.length === 0) return 0
  await lockRepeatedChecks(tx, verificationIds)
  const opened = await select(
    tx,
    { id: uuid, environment: oneOf(ENVIRONMENTS), awaitsRule: bool },
    Prisma.sql`
    insert into reviews (id, verification_id, environment, match_result, difference_types, upload_id, source,
                         requested_by_id, evidence_hash, rank, policy, rule_id, awaits_rule)
    select gen_random_uuid(), v.id, v.environment, v.match_result, difference.types, v.upload_id, v.source,
           v.requested_by_id, v.evidence_hash, case rule.outcome when 'priority' then 0 else 1 end, rule.policy, rule.id,
           coalesce(rule.outcome in ('approve', 'repeat'), false)
      from verifications v ${DIFFERENCE_TYPES} ${firstRule()}
     where v.id = any(${verificationIds}::uuid[])
       and v.match_result = any(${REVIEW_RESULTS}::match_result[])
       and rule.outcome is distinct from 'keep_out'
    on conflict (verification_id) do nothing
    returning id, environment, awaits_rule as "awaitsRule"`,
  )
  for (const environment of new Set(opened.map((row) => row.environment)))
    await notify(tx, { topic: 'review', environment })
  const closed = new Set(await closeReplaced(tx, verificationIds))
  await announceReviews(
    tx,
    opened.filter(({ id, awaitsRule }) => !awaitsRule && !closed.has(id)),
  )
  return opened.length
}
