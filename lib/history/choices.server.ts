import 'server-only'
import { type Actor, seesAll } from '@/lib/auth/roles'
import type { EnvironmentName } from '@/lib/http/paths'
import { db, Prisma } from '@/lib/platform/db.server'
import { type PersonView, personOf } from '@/lib/platform/person'
import { select, text, uuid } from '@/lib/platform/sql/select.server'
import { ownChecks } from '@/lib/verifications/record/queries.server'

/** The options of the history's filters for this person. */
export type HistoryChoices = {
  countries: string[]
  /** `code` is country and bank code, because bank codes of two countries may be equal */
  banks: { code: string; name: string }[]
  people: PersonView[]
}

const BANKS = 200

/** Countries, banks and people that occur in the history. Uses a loose index scan instead of reading every row. */
export async function historyChoices(environment: EnvironmentName, actor: Actor): Promise<HistoryChoices> {
  const at = Prisma.sql`v.environment = ${environment}::environment ${ownChecks(actor)}`
  const [countries, banks, people] = await Promise.all([
    select(
      db(),
      { country: text },
      Prisma.sql`
      with recursive c as (
        (select v.country from verifications v where ${at} order by v.country limit 1)
        union all
        select (select v.country from verifications v where ${at} and v.country > c.country order by v.country limit 1)
          from c where c.country is not null)
      select country from c where country is not null`,
    ),
    select(
      db(),
      { code: text, name: text.notNull() },
      Prisma.sql`
      with recursive b as (
        (select v.bank_code from verifications v where ${at} and v.bank_code is not null order by v.bank_code limit 1)
        union all
        select (select v.bank_code from verifications v where ${at} and v.bank_code > b.bank_code order by v.bank_code limit 1)
          from b where b.bank_code is not null)
      select n.country || b.bank_code as code, n.bank_name as name
        from (select bank_code from b where bank_code is not null limit ${BANKS}) b,
             lateral (select v.country, v.bank_name from verifications v
                       where v.bank_code = b.bank_code and v.bank_name is not null and ${at} limit 1) n
       order by name, code`,
    ),
    seesAll(actor)
      ? select(
          db(),
          { id: uuid, name: text },
          Prisma.sql`
          select u.id, u.name from users u
           where exists (select 1 from verifications v where v.requested_by_id = u.id and ${at}) order by u.name, u.id`,
        )
      : [],
  ])
  return {
    countries: countries.map(({ country }) => country),
    banks: banks.map(({ code, name }) => ({ code, name })),
    people: people.map(personOf),
  }
}
