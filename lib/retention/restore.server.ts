import 'server-only'
import { z } from 'zod'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { db } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { restoreTime } from '@/lib/platform/restores.server'
import { setting } from '@/lib/platform/settings.server'

/** scripts/backup/load.mjs writes it in the transaction that restores the rows. */
const restored = z.object({ madeAt: z.string(), restoredAt: z.string() })
const restoreSetting = setting('retention.restore', restored, null)

/** The restore after which nobody has confirmed the legal holds; null when there is none. */
export const unconfirmedRestore = restoreSetting.read

/**
 * Keeps everything until an admin confirms the legal holds, because those placed since the backup are lost. Of two
 * restores without a confirmation between them, the first one stays, because it lost the holds since an older backup.
 */
export async function requireHoldConfirmation(madeAt: string): Promise<void> {
  const value = { madeAt, restoredAt: await restoreTime(madeAt) }
  await db().setting.createMany({ data: [{ key: restoreSetting.key, value }], skipDuplicates: true })
}

/** @throws Refusal 409 holds_unconfirmed after a restore, until an admin has confirmed the legal holds */
export async function assertHoldsConfirmed(): Promise<void> {
  if (await unconfirmedRestore())
    throw new Refusal(
      409,
      'holds_unconfirmed',
      'A backup was restored. An admin must confirm the legal holds before anything is erased.',
    )
}

/** Confirms that the legal holds are complete after a restore: from then on, data is deleted and erased again. */
export const confirmHolds = (auditActor: AuditActor): Promise<void> =>
  db().$transaction(async (tx) => {
    const restore = await unconfirmedRestore(tx)
    const { count } = await tx.setting.deleteMany({ where: { key: restoreSetting.key } })
    if (!restore || count === 0) return
    const holds = await tx.legalHold.count({ where: { releasedAt: null } })
    const details = { ...restore, holds }
    await record({ by: auditActor, action: 'retention.holds_confirmed', details }, tx)
  })
