import 'server-only'
import { DECIDES_FROM, HAS_FACTOR, PERSON_STATE, USES_SSO } from '@/lib/auth/person-sql.server'
import { ROLES } from '@/lib/auth/roles'
import { readFactorRoles } from '@/lib/auth/second-factor.server'
import { LOCKOUT_FAILURES } from '@/lib/auth/throttle'
import { isoTime } from '@/lib/platform/days/iso-time'
import { db, Prisma } from '@/lib/platform/db.server'
import {
  bool,
  date,
  int4,
  listOf,
  oneOf,
  type RowOf,
  select,
  selectOne,
  text,
  uuid,
} from '@/lib/platform/sql/select.server'
import { readPolicy } from '@/lib/reviews/load.server'
import type { UserList, UserView } from '@/lib/users/view'

const ROW = {
  id: uuid,
  name: text,
  email: text,
  roles: listOf(oneOf(ROLES)),
  lastSignInAt: date.or(null),
  state: oneOf(['deactivated', 'invited', 'active']),
  factor: bool,
  sso: bool,
  blocked: bool,
  decidesFrom: date.or(null),
  heldBy: listOf(text),
}
type Row = RowOf<typeof ROW>

/** All people, active ones first. Selects no secret. */
export async function listUsers(): Promise<UserList> {
  const rows = await select(
    db(),
    ROW,
    Prisma.sql`
    select u.id, u.name, u.email, u.roles::text[] as roles, u.last_sign_in_at as "lastSignInAt",
           ${PERSON_STATE} as state, ${HAS_FACTOR} as factor, ${USES_SSO} as sso,
           u.failed_sign_ins >= ${LOCKOUT_FAILURES} as blocked,
           ${DECIDES_FROM} as "decidesFrom", u.held_by::text[] as "heldBy"
      from users u order by u.disabled_at is not null, u.name, u.id`,
  )
  const items = rows.map(toView)
  return { items, reviewersMissing: await reviewersMissing(items), factorFor: await readFactorRoles() }
}

const toView = (row: Row): UserView => ({
  id: row.id,
  name: row.name,
  email: row.email,
  roles: row.roles,
  state: row.state,
  lastSignInAt: isoTime(row.lastSignInAt),
  factor: row.factor,
  sso: row.sso,
  blocked: row.blocked,
  waits: row.decidesFrom && { until: row.decidesFrom.toISOString(), by: row.heldBy },
})

async function reviewersMissing(items: UserView[]): Promise<boolean> {
  const reviewers = items.filter(({ state, roles }) => state === 'active' && roles.includes('reviewer'))
  return reviewers.length < 2 && (await readPolicy()) !== 'one'
}

/** How many people wait to be confirmed as a second person, for the notice to all admins. */
export async function waitingPeople(): Promise<number> {
  const { count } = await selectOne(
    db(),
    { count: int4 },
    Prisma.sql`select count(*)::int as count from users where decides_from > now() and disabled_at is null`,
  )
  return count
}
