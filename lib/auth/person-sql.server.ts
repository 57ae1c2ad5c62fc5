import 'server-only'
import { Prisma } from '@/lib/platform/db.server'

// SQL about a person (alias `u`).

/** Whether they have a confirmed second factor. */
export const HAS_FACTOR = Prisma.sql`exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)`

/** Whether they sign in by single sign-on. */
export const USES_SSO = Prisma.sql`exists (select from identities i where i.user_id = u.id)`

/** Whether they can't sign in yet: nobody has used the link of their invitation. */
export const IS_INVITED = Prisma.sql`(u.password_hash is null and not ${USES_SSO})`

/** `deactivated`, `invited` or `active`. */
export const PERSON_STATE = Prisma.sql`case when u.disabled_at is not null then 'deactivated' when ${IS_INVITED} then 'invited' else 'active' end`

/** From when they may decide as a second person; null when they may. */
export const DECIDES_FROM = Prisma.sql`case when u.decides_from > now() then u.decides_from end`
