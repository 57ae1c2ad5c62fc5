import 'server-only'
import { Prisma } from '@/lib/platform/db.server'

/** Single sign-on tells only at sign-in that somebody left: a key of theirs goes no further than this without one. */
export const KEY_PAUSE_DAYS = 30

/** Does the key of this owner (`u`) rest? */
export const KEY_PAUSED = Prisma.sql`(exists (select from identities i where i.user_id = u.id)
  and coalesce(u.last_sign_in_at, u.created_at) < now() - make_interval(days => ${KEY_PAUSE_DAYS}))`
