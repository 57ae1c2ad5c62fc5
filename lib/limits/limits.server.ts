import 'server-only'
import { notifyLoosening } from '@/lib/audit/loosening-notice.server'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { DEFAULT_LIMITS, type OfficeLimits } from '@/lib/limits/limits'
import { type LimitsChange, limitsSchema } from '@/lib/limits/schema'
import { db } from '@/lib/platform/db.server'
import { setting } from '@/lib/platform/settings.server'

export const limitsSetting = setting('limits', limitsSchema, DEFAULT_LIMITS)
export const readLimits = limitsSetting.read

/**
 * Changes the limits for future checks; what was sent or is waiting keeps the limit it was created under. All admins are
 * notified when a limit is higher or off afterwards.
 * @throws Refusal 409 setting_changed
 */
export async function changeLimits(
  { before, ...after }: LimitsChange,
  auditActor: AuditActor,
): Promise<void> {
  await db().$transaction(async (tx) => {
    await limitsSetting.replace(tx, before, after)
    await record({ by: auditActor, action: 'limits.changed', details: { before, after } }, tx)
    if (isLooser(before, after)) await notifyLoosening(tx, 'limits', auditActor)
  })
}

const isLooser = (before: OfficeLimits, after: OfficeLimits): boolean => {
  const past = listOf(before)
  return listOf(after).some((limit, index) => limit > (past[index] ?? limit))
}

const listOf = ({ names, credits }: OfficeLimits): number[] =>
  [names.warnFrom, names.secondFrom, credits.personDay, credits.upload].map((limit) => limit ?? Infinity)
