import 'server-only'
import { Prisma } from '@/lib/platform/db.server'
import { likeLiteral } from '@/lib/platform/search/like'

/** What gives a trigram of pg_trgm: three letters in a row, or where a word begins or ends within the text. */
const INDEXED = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u

/** Whether an index finds this folded text in names. It would return every name for a text of two letters. */
export const isNameIndexed = (text: string): boolean => INDEXED.test(text)

/**
 * SQL condition: the check (alias `v`) has this folded text in a name; uses the index `verifications_name_search`
 * (pg_trgm), if it can.
 */
export const nameContains = (text: string): Prisma.Sql =>
  isNameIndexed(text)
    ? Prisma.sql`v.name_search like ${`%${likeLiteral(text)}%`}`
    : Prisma.sql`strpos(v.name_search, ${text}) <> 0`
