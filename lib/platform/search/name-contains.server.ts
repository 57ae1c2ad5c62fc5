import 'server-only'
import { Prisma } from '@/lib/platform/db.server'
import { likeLiteral } from '@/lib/platform/search/like'

/**
 * SQL condition: the check (alias `v`) has this folded text in a name; uses the index `verifications_name_search`
 * (pg_trgm).
 */
export const nameContains = (text: string): Prisma.Sql =>
  Prisma.sql`v.name_search like ${`%${likeLiteral(text)}%`}`
