import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { type Db, db } from '@/lib/platform/db.server'
import { readSetting, writeSetting } from '@/lib/platform/settings.server'
import { readBalance } from '@/lib/usage/balance.server'
import {
  isLow,
  NO_USAGE_SETTINGS,
  USAGE_SETTING,
  type UsageSettings,
  usageSettings,
} from '@/lib/usage/settings'

export const readUsageSettings = (on: Db = db()): Promise<UsageSettings> =>
  readSetting(USAGE_SETTING, usageSettings, NO_USAGE_SETTINGS, on)

export const changeUsageSettings = (after: UsageSettings, auditActor: AuditActor): Promise<void> =>
  db().$transaction(async (tx) => {
    const before = await readUsageSettings(tx)
    await writeSetting(USAGE_SETTING, after, tx)
    await record({ by: auditActor, action: 'credits.settings_changed', details: { before, after } }, tx)
  })

/** The credits left when they are below the warning threshold; else null. */
export async function lowCredits(): Promise<number | null> {
  const [balance, settings] = await Promise.all([readBalance(), readUsageSettings()])
  return balance && isLow(balance.left, settings) ? balance.left : null
}
