import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import type { EnvironmentName } from '@/lib/http/paths'
import { isoTime } from '@/lib/platform/days/iso-time'
import { db, Prisma } from '@/lib/platform/db.server'
import { date, int4, select, selectOne, uuid } from '@/lib/platform/sql/select.server'
import { ifSeen } from '@/lib/reviews/load.server'
import { OPEN_STATES } from '@/lib/reviews/open-states.server'
import { ownChecks } from '@/lib/verifications/record/queries.server'

export type LostResponse = { id: string; createdAt: string }

/** Single checks whose response was lost and that nobody has resolved yet, the newest three. */
export async function listLostResponses(actor: Actor, environment: EnvironmentName): Promise<LostResponse[]> {
  const rows = await select(
    db(),
    { id: uuid, createdAt: date },
    Prisma.sql`
    select v.id, v.created_at as "createdAt" from verifications v
     where v.environment = ${environment}::environment and v.status = 'unknown' and v.source in ('single', 'api')
       and exists (select 1 from attempts a where a.verification_id = v.id and a.state = 'unknown') ${ownChecks(actor)}
     order by v.created_at desc limit 3`,
  )
  return rows.map(({ id, createdAt }) => ({ id, createdAt: createdAt.toISOString() }))
}

/** `ages`: counts for under 4 hours, under a day, longer. */
export type WaitingReviews = { waiting: number; oldestAt: string | null; ages: [number, number, number] }

/** Reviews that wait for a decision: all of them for a reviewer, those of their own checks for an analyst. */
export async function waitingReviews(actor: Actor, environment: EnvironmentName): Promise<WaitingReviews> {
  const { oldest, fresh, day, old } = await selectOne(
    db(),
    { oldest: date.or(null), fresh: int4, day: int4, old: int4 },
    Prisma.sql`
    select min(r.created_at) as oldest,
           count(*) filter (where r.created_at > now() - interval '4 hours')::int as fresh,
           count(*) filter (where r.created_at <= now() - interval '4 hours'
                              and r.created_at > now() - interval '24 hours')::int as day,
           count(*) filter (where r.created_at <= now() - interval '24 hours')::int as old
      from reviews r
     where r.environment = ${environment}::environment and r.state in ${OPEN_STATES} ${ifSeen(actor)}`,
  )
  return { waiting: fresh + day + old, oldestAt: isoTime(oldest), ages: [fresh, day, old] }
}
