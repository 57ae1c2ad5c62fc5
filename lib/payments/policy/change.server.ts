import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import type { PaymentPolicy } from '@/lib/payments/gate/gate'
import { dryRunPolicy } from '@/lib/payments/policy/dry-run.server'
import { PAYMENT_POLICY_SETTING, readPaymentPolicy } from '@/lib/payments/policy.server'
import { db } from '@/lib/platform/db.server'
import { writeSetting } from '@/lib/platform/settings.server'

/**
 * Saves a new policy for payment runs. A worker then computes the gates of all runs with unreleased lines again. The
 * audit entry holds both policies, and how many lines of past runs the dry run found to change.
 */
export async function changePaymentPolicy(
  after: PaymentPolicy,
  auditActor: AuditActor,
): Promise<PaymentPolicy> {
  const { runs, lines, changed, complete } = await dryRunPolicy(after)
  const effect = { runs, lines, changed, complete }
  await db().$transaction(async (tx) => {
    const before = await readPaymentPolicy(tx)
    await writeSetting(PAYMENT_POLICY_SETTING, after, tx)
    await tx.$executeRaw`
      insert into payment_changes (upload_id)
      select g.upload_id from payment_runs g
       where g.state = 'ready' and g.purged_at is null
         and exists (select from payment_lines l where l.upload_id = g.upload_id and l.release_id is null)`
    await record({ by: auditActor, action: 'payment_policy.changed', details: { before, after, effect } }, tx)
  })
  return after
}
