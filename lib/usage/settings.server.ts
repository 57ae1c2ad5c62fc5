import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { db } from '@/lib/platform/db.server'
import { setting } from '@/lib/platform/settings.server'
import { readBalance } from '@/lib/usage/balance.server'
import { isLow, NO_USAGE_SETTINGS, type UsageSettingsChange, usageSettings } from '@/lib/usage/settings'

const usageSetting = setting('usage', usageSettings, NO_USAGE_SETTINGS)
export const readUsageSettings = usageSetting.read

/** @throws Refusal 409 setting_changed */
export const changeUsageSettings = (
  { before, ...after }: UsageSettingsChange,
  auditActor: AuditActor,
): Promise<void> =>
  db().$transaction(async (tx) => {
    await usageSetting.replace(tx, before, after)
    await record({ by: auditActor, action: 'credits.settings_changed', details: { before, after } }, tx)
  })

/** The credits left when they are below the warning threshold; else null. */
export async function lowCredits(): Promise<number | null> {
  const [balance, settings] = await Promise.all([readBalance(), readUsageSettings()])
  return balance && isLow(balance.left, settings) ? balance.left : null
}
