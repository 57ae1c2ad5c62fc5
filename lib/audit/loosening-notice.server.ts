import 'server-only'
import { z } from 'zod'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { DAY_MS } from '@/lib/platform/days/period'
import { db, type Tx } from '@/lib/platform/db.server'
import { announceEvent } from '@/lib/platform/queue/outbox.server'
import { setting } from '@/lib/platform/settings.server'

const noticeSchema = z.object({ at: z.iso.datetime(), by: z.uuid() })
/** What an admin can loosen alone, and the setting that records who did it last. */
const SETTINGS = {
  review_rules: setting('reviews.loosened', noticeSchema, null),
  payment_policy: setting('payments.loosened', noticeSchema, null),
  second_factor: setting('auth.loosened', noticeSchema, null),
  limits: setting('limits.loosened', noticeSchema, null),
}
type Loosened = keyof typeof SETTINGS

/** Who loosened what, and when (ISO 8601). */
export type Loosening = { what: Loosened; at: string; name: string }

const DAYS = 7

/**
 * Notifies all admins that answers, payments, sign-ins or spending are checked less strictly from now on: on Home for a
 * week, by webhook, and in the audit log.
 */
export async function notifyLoosening(tx: Tx, what: Loosened, auditActor: AuditActor): Promise<void> {
  await SETTINGS[what].save({ at: new Date().toISOString(), by: auditActor.id ?? '' }, tx)
  await announceEvent(tx, `${what}.loosened`, { user: { id: auditActor.id } })
  await record({ by: auditActor, action: `${what}.loosened` }, tx)
}

/** Who last loosened what, each only within the last week. */
export async function readLoosenings(): Promise<Loosening[]> {
  const found = await Promise.all((Object.keys(SETTINGS) as Loosened[]).map(lastLoosening))
  return found.filter((one) => one !== null)
}

async function lastLoosening(what: Loosened): Promise<Loosening | null> {
  const last = await SETTINGS[what].read()
  if (!last || Date.now() - Date.parse(last.at) > DAYS * DAY_MS) return null
  const person = await db().user.findUnique({ where: { id: last.by }, select: { name: true } })
  return { what, at: last.at, name: person?.name ?? '' }
}
