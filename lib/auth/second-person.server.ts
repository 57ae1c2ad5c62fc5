import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { DECIDES_FROM, IS_INVITED } from '@/lib/auth/person-sql.server'
import type { Role } from '@/lib/auth/roles'
import { isoTime } from '@/lib/platform/days/iso-time'
import { type Db, db, Prisma, type Tx } from '@/lib/platform/db.server'
import { announceEvent } from '@/lib/platform/queue/outbox.server'
import { Refusal } from '@/lib/platform/refusal'
import { date, select } from '@/lib/platform/sql/select.server'

/** The roles that may act as a second person. */
const DECIDING: readonly Role[] = ['reviewer', 'admin']
/**
 * How long it takes, unless another admin confirms the person. In the first hours of an installation there's no
 * delay.
 */
const HOURS = 24

/** Why a person may not decide as a second person yet. */
type HoldReason = 'role_added' | 'link_used' | 'factor_reset' | 'reactivated'

/** Whether this change of roles makes somebody a second person who wasn't one in that role before. */
export const becomesSecondPerson = (before: readonly Role[], after: readonly Role[]): boolean =>
  DECIDING.some((role) => after.includes(role) && !before.includes(role))

type HoldOptions = {
  why: HoldReason
  by: AuditActor
  /** who else caused it, for example who created the link that was used */
  of?: string | null
  /** when it began, if not now */
  since?: Date
}

/** SQL: an admin, and the people who gave that admin their role, if the admin still has to wait. */
const involvedWith = (admin: string | null | undefined) => Prisma.sql`array(
  select unnest(u.id || case when u.decides_from > now() then u.held_by end) from users u where u.id = ${admin ?? null}::uuid)`

/** SQL condition: the account wasn't usable since its last change, so the person who changed it is still involved. */
const STILL_INVOLVED = Prisma.sql`(u.decides_from > coalesce(u.disabled_at, now()) or ${IS_INVITED})`

/** Records who invited a person: they stay involved, even if somebody else creates the link that is used. */
export const noteInviter = (tx: Tx, id: string, by: string): Promise<number> =>
  tx.$executeRaw`update users set held_by = ${involvedWith(by)} where id = ${id}::uuid`

/**
 * Bars the person from deciding for 24 hours, or until an admin who wasn't involved confirms them. Otherwise
 * somebody who grants roles, creates links or resets factors could act as both people. All admins are notified
 * (Home, audit log, webhooks).
 * Does nothing for people without such a role, and in the first 24 hours of an installation. Comes before the change that
 * makes the account usable.
 */
export async function startCoolingOff(
  tx: Tx,
  id: string,
  { why, by, of = by.id, since }: HoldOptions,
): Promise<void> {
  const [held] = await select(
    tx,
    { until: date.notNull() },
    Prisma.sql`
    update users u set decides_from = now() + make_interval(hours => ${HOURS}),
           held_by = array(
             select one from unnest(case when ${STILL_INVOLVED} then u.held_by else '{}' end || ${involvedWith(of)})
               with ordinality as involved(one, place) group by one order by min(place))
     where u.id = ${id}::uuid and u.roles::text[] && ${DECIDING}::text[]
       and coalesce(${since ?? null}::timestamptz, now())
           > (select min(created_at) from users) + make_interval(hours => ${HOURS})
    returning u.decides_from as until`,
  )
  if (!held) return
  const until = held.until.toISOString()
  await announceEvent(tx, 'user.held', { user: { id, why, until } })
  await record({ by, action: 'user.held', object: { type: 'user', id }, details: { why, until } }, tx)
}

/** Until when a person may not decide, by the clock of the database; null when they may. */
export async function coolingOffEnd(id: string, on: Db): Promise<Date | null> {
  const [person] = await select(
    on,
    { from: date.or(null) },
    Prisma.sql`select ${DECIDES_FROM} as from from users u where u.id = ${id}::uuid`,
  )
  return person?.from ?? null
}

/**
 * Refuses a decision of somebody who may not decide yet. Every command with a second person calls it; triggers
 * check again.
 * @throws Refusal 403 decides_later with `from`
 */
export async function assertMayDecide(id: string, on: Db = db()): Promise<void> {
  const from = await coolingOffEnd(id, on)
  if (from) throw coolingOffRefusal(from)
}

/** @param from when they may decide, if known */
export const coolingOffRefusal = (from?: Date): Refusal =>
  new Refusal(
    403,
    'decides_later',
    'You can’t decide yet. Another admin must confirm you, or 24 hours must pass.',
    { extra: { from: isoTime(from) } },
  )
