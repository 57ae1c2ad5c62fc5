import 'server-only'
import { USES_SSO } from '@/lib/auth/person-sql.server'
import { lacksFactor } from '@/lib/auth/second-factor.server'
import { Prisma } from '@/lib/platform/db.server'

/** Single sign-on only reveals at sign-in that somebody has left, so their keys pause after this long without one. */
const KEY_PAUSE_DAYS = 30

/** SQL condition: the keys of this owner (`u`) are paused. */
export const KEY_PAUSED = Prisma.sql`(${USES_SSO}
  and coalesce(u.last_sign_in_at, u.created_at) < now() - make_interval(days => ${KEY_PAUSE_DAYS}))`

/** SQL condition: the owner (`u`) must enrol a second factor first: a role requires one, and single sign-on is not used. */
export const ownerMissesFactor = () => Prisma.sql`(${lacksFactor()} and not ${USES_SSO})`
