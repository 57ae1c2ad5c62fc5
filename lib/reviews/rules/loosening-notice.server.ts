import 'server-only'
import { z } from 'zod'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { announceEvent } from '@/lib/platform/queue/outbox.server'
import { readSetting, writeSetting } from '@/lib/platform/settings.server'

const LOOSENED_SETTING = 'reviews.loosened'
const DAYS = 7
const noted = z.object({ at: z.iso.datetime(), by: z.uuid() }).nullable()

/** Notifies all admins that fewer people will review answers: on Home for a week, by webhook, in the audit log. */
export async function notifyLoosening(tx: Tx, auditActor: AuditActor): Promise<void> {
  await writeSetting(LOOSENED_SETTING, { at: new Date().toISOString(), by: auditActor.id ?? '' }, tx)
  await announceEvent(tx, 'review_rules.loosened', { user: { id: auditActor.id } })
  await record({ by: auditActor, action: 'review_rules.loosened' }, tx)
}

/** Who last loosened the rules within the last week, and when; null when nobody did. */
export async function readLoosenings(): Promise<{ at: string; name: string } | null> {
  const last = await readSetting(LOOSENED_SETTING, noted, null)
  if (!last || Date.now() - Date.parse(last.at) > DAYS * 86_400_000) return null
  const person = await db().user.findUnique({ where: { id: last.by }, select: { name: true } })
  return { at: last.at, name: person?.name ?? '' }
}
