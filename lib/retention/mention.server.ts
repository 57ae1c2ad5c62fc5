import 'server-only'
import { Prisma } from '@/lib/platform/db.server'
import { type DataSubject, ibanPattern } from '@/lib/retention/subject'

/**
 * A prefilter in SQL; the exact match follows in code. Non-ASCII letters match any character, because accents are
 * folded.
 */
export function mayMention(text: Prisma.Sql, { kind, key }: DataSubject): Prisma.Sql {
  if (kind === 'iban') return Prisma.sql`${text} ~* ${ibanPattern(key)}`
  const longest = (key.match(/[a-z0-9]+/g) ?? []).sort((a, b) => b.length - a.length)[0] ?? ''
  return Prisma.sql`(${text} ilike ${`%${longest}%`} or octet_length(${text}) > length(${text}))`
}
