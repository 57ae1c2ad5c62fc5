import 'server-only'
import { notifyLoosening } from '@/lib/audit/loosening-notice.server'
import { record } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import type { PaymentPolicy } from '@/lib/payments/gate/gate'
import { dryRunPolicy } from '@/lib/payments/policy/dry-run.server'
import { paymentPolicySetting } from '@/lib/payments/policy.server'
import type { PaymentPolicyChange } from '@/lib/payments/schema'
import { db } from '@/lib/platform/db.server'

/**
 * Saves a new policy for payment runs. A worker then computes the gates of all runs with unreleased lines again. The
 * audit entry holds both policies, and how many lines of past runs the dry run found to change. All admins are notified
 * when a line can be released on less evidence afterwards.
 * @throws Refusal 401 session_required; 409 setting_changed
 */
export async function changePaymentPolicy(
  { before, ...after }: PaymentPolicyChange,
  { actor, auditActor }: RequestedBy,
): Promise<PaymentPolicy> {
  const { runs, lines, changed, complete } = await dryRunPolicy(after)
  const effect = { runs, lines, changed, complete }
  await db().$transaction(async (tx) => {
    await lockAccess(tx, actor)
    await paymentPolicySetting.replace(tx, before, after)
    await tx.$executeRaw`
      insert into payment_changes (upload_id)
      select g.upload_id from payment_runs g
       where g.state = 'ready' and g.purged_at is null
         and exists (select from payment_lines l where l.upload_id = g.upload_id and l.release_id is null)`
    await record({ by: auditActor, action: 'payment_policy.changed', details: { before, after, effect } }, tx)
    if (isLooser(before, after)) await notifyLoosening(tx, 'payment_policy', auditActor)
  })
  return after
}

/** Whether a line that was held under the policy `before` can be released under `after`. */
const isLooser = (before: PaymentPolicy, after: PaymentPolicy): boolean =>
  after.maxAgeDays > before.maxAgeDays ||
  after.duplicateDays < before.duplicateDays ||
  (after.letUncheckedPass && !before.letUncheckedPass) ||
  (after.decisionMemory && !before.decisionMemory)
