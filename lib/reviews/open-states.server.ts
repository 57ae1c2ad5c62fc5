import 'server-only'
import { Prisma } from '@/lib/platform/db.server'
import { OPEN_REVIEW_STATES } from '@/lib/reviews/policy'

/**
 * SQL list of the states of an open review, for `state in`. Literals, not parameters: PostgreSQL matches a partial index
 * only when it can see the states.
 */
export const OPEN_STATES = Prisma.raw(`('${OPEN_REVIEW_STATES.join("', '")}')`)
