import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { DEFAULT_LIMITS, LIMITS_SETTING, type OfficeLimits } from '@/lib/limits/limits'
import { limitsSchema } from '@/lib/limits/schema'
import { type Db, db } from '@/lib/platform/db.server'
import { readSetting, writeSetting } from '@/lib/platform/settings.server'

export const readLimits = (on: Db = db()): Promise<OfficeLimits> =>
  readSetting(LIMITS_SETTING, limitsSchema, DEFAULT_LIMITS, on)

/** Changes the limits for future checks; what was sent or is waiting keeps the limit it was created under. */
export async function changeLimits(after: OfficeLimits, auditActor: AuditActor): Promise<void> {
  await db().$transaction(async (tx) => {
    const before = await readLimits(tx)
    await writeSetting(LIMITS_SETTING, after, tx)
    await record({ by: auditActor, action: 'limits.changed', details: { before, after } }, tx)
  })
}
