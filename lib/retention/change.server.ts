import 'server-only'
import { readCut } from '@/lib/audit/cut.server'
import { record } from '@/lib/audit/record.server'
import { lastVerdict } from '@/lib/audit/verify.server'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import { db } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { periodsSetting, readPeriods } from '@/lib/retention/cutoff.server'
import { previewEffect } from '@/lib/retention/effect.server'
import { listHolds } from '@/lib/retention/holds.server'
import { lastRun } from '@/lib/retention/night.server'
import { isShorter, NIGHT_HOUR } from '@/lib/retention/periods'
import { unconfirmedRestore } from '@/lib/retention/restore.server'
import type { PeriodsChange } from '@/lib/retention/schema'
import { type CutView, type RetentionView, totalRecords } from '@/lib/retention/view'

/** Everything the retention page shows. */
export async function readRetention(actor: Actor): Promise<RetentionView> {
  const periods = await readPeriods()
  const [effect, last, holds, cut, restore] = await Promise.all([
    previewEffect(periods),
    lastRun(),
    listHolds(actor),
    lastCut(),
    unconfirmedRestore(),
  ])
  return { periods, effect, lastRun: last, holds, restore, cut, hour: NIGHT_HOUR }
}

async function lastCut(): Promise<CutView | null> {
  const [{ cut, sealed }, verdict] = await Promise.all([readCut(), lastVerdict()])
  return (
    cut && { before: cut.before.toISOString(), at: cut.at.toISOString(), whole: sealed && !verdict?.breach }
  )
}

/**
 * Sets the retention periods. Shortening a period requires the total number of records that will be removed tonight, so
 * that nobody shortens one without having seen it.
 * @throws Refusal 401 session_required; 409 retention_changed when that number has changed, setting_changed when
 * somebody else has changed the periods
 */
export async function changePeriods(
  { before, periods, confirms }: PeriodsChange,
  { actor, auditActor }: RequestedBy,
): Promise<void> {
  if (isShorter(periods, before)) {
    const { tonight } = await previewEffect(periods)
    if (confirms !== totalRecords(tonight))
      throw new Refusal(409, 'retention_changed', 'The number of records has changed. Review it again.')
  }
  await db().$transaction(async (tx) => {
    await lockAccess(tx, actor)
    await periodsSetting.replace(tx, before, periods)
    await record({ by: auditActor, action: 'retention.changed', details: { before, after: periods } }, tx)
  })
}
