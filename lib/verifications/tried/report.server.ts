import 'server-only'
import { readLimits } from '@/lib/limits/limits.server'
import { foldName } from '@/lib/names/text/fold'
import { db, Prisma } from '@/lib/platform/db.server'
import type { PersonView } from '@/lib/platform/person'
import { int4, listOf, select, text, uuid } from '@/lib/platform/sql/select.server'

/** How many names one person has tried. Contains no name and no IBAN. */
export type PersonTriedNames = {
  person: PersonView
  /** IBANs on which this person alone has tried at least as many names as the form warns about */
  accounts: number
  /** different names on those IBANs */
  names: number
  /** the most names on one IBAN */
  most: number
  /** checks that are held back until somebody allows them */
  heldBack: number
}

const REPORT_DAYS = 30
/** The threshold of the report when the office has no warning limit. */
const DEFAULT_THRESHOLD = 3

/** People who tried many names on the same IBANs in the last 30 days, those with the most first. */
export async function triedNamesReport(): Promise<PersonTriedNames[]> {
  const { names: limits } = await readLimits()
  const from = limits.warnFrom ?? DEFAULT_THRESHOLD
  const [tried, held] = await Promise.all([namesOfPairs(from), heldBackOf()])
  const people = new Map<string, PersonTriedNames>()
  const lineOf = (id: string, name: string) => {
    const line = people.get(id) ?? { person: { id, name }, accounts: 0, names: 0, most: 0, heldBack: 0 }
    people.set(id, line)
    return line
  }
  for (const { personId, personName, names } of tried) {
    const different = new Set(names.map(foldName)).size
    if (different < from) continue
    const line = lineOf(personId, personName)
    line.accounts++
    line.names += different
    line.most = Math.max(line.most, different)
  }
  for (const { personId, personName, count } of held) lineOf(personId, personName).heldBack = count
  return [...people.values()].sort((a, b) => b.most - a.most || b.names - a.names || b.heldBack - a.heldBack)
}

/** The names are read from the database because only the code can fold them. */
const namesOfPairs = (from: number) =>
  select(
    db(),
    { personId: uuid, personName: text, names: listOf(text) },
    Prisma.sql`
    select u.id as "personId", u.name as "personName", t.names
      from (select v.requested_by_id, array_agg(distinct v.name) as names
              from verifications v
             where v.environment = 'live' and v.status <> 'not_sent' and v.purged_at is null
               and v.created_at > now() - make_interval(days => ${REPORT_DAYS}::int)
             group by v.requested_by_id, v.iban having count(distinct v.name) >= ${from}::int) t
      join users u on u.id = t.requested_by_id`,
  )

const heldBackOf = () =>
  select(
    db(),
    { personId: uuid, personName: text, count: int4 },
    Prisma.sql`
    select u.id as "personId", u.name as "personName", count(*)::int as count
      from verifications v join users u on u.id = v.requested_by_id
     where v.problem_code = 'second_person_required' and v.created_at > now() - make_interval(days => ${REPORT_DAYS}::int)
     group by u.id, u.name`,
  )
