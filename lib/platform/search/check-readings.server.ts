import 'server-only'
import { Prisma } from '@/lib/platform/db.server'
import { likeLiteral } from '@/lib/platform/search/like'
import { nameContains } from '@/lib/platform/search/name-contains.server'

/**
 * SQL conditions: what a search text may mean for the check (alias `v`): its reference or that of one of its rows, a
 * part of a name, the beginning or end of an IBAN. Each uses an index of its own, except a part of two letters.
 */
export function checkReadings(term: {
  reference: string
  name?: string
  iban?: string | null
}): Prisma.Sql[] {
  const readings = [
    Prisma.sql`v.reference = ${term.reference}`,
    // rows that share a check have references of their own; an array, because the planner can't estimate how
    // common one is
    Prisma.sql`v.id = any(array(select x.verification_id from upload_rows x where x.reference = ${term.reference}))`,
  ]
  if (term.name) readings.push(nameContains(term.name))
  if (term.iban) {
    const part = likeLiteral(term.iban)
    const end = [...part].reverse().join('')
    readings.push(Prisma.sql`v.iban like ${`${part}%`}`, Prisma.sql`reverse(v.iban) like ${`${end}%`}`)
  }
  return readings
}
