// Three years of checks, made inside the database: indexes are dropped before and built again after, as a restore would.
import { db } from '@/lib/platform/db.server'

const GIVEN =
  'anna,marie,jan,luca,sofia,peter,ines,omar,lea,paul,nora,hugo,emma,leon,clara,david,eva,felix,julia,karim'
const SURNAMES =
  'muller,dupont,rossi,garcia,schmidt,novak,kowalski,martin,bernard,moreau,weber,silva,jansen,peeters,fischer,ferrari,lopez,nagy,horvat,andersson,nielsen,virtanen,papadopoulos,murphy,keller,huber,gruber,wagner,becker,hoffmann,schulz,koch,bauer,richter,wolf,neumann,schwarz,zimmermann,braun,kruger,hartmann,lange,werner,krause,lehmann,maier,kohler,herrmann,walter,peters'

/** How long one step may take, milliseconds. */
const LONG = { timeout: 30 * 60_000, maxWait: 60_000 }

/** Adds checks `from` to `to`, the higher the number the later, spread over three years and twenty people. */
export async function fill(from: number, to: number): Promise<void> {
  await db().$transaction(async (tx) => {
    await tx.$executeRaw`set local session_replication_role = replica`
    const indexes = await tx.$queryRaw<{ name: string; sql: string }[]>`
      select i.indexname as name, i.indexdef as sql from pg_indexes i
       where i.tablename = 'verifications' and i.schemaname = 'public'
         and not exists (select from pg_constraint c where c.conname = i.indexname)`
    for (const { name } of indexes) await tx.$executeRawUnsafe(`drop index "${name}"`)
    await tx.$executeRaw`
      insert into users (id, email, name, roles)
      select overlay(overlay(md5('p' || n) placing '4' from 13) placing '8' from 17)::uuid, 'p' || n || '@accord.test', 'Person ' || n, '{analyst}' from generate_series(0, 19) n
      on conflict do nothing`
    await tx.$executeRaw`
      insert into verifications (id, environment, source, iban, name, name_search, country, bank_code, bank_name, status,
                                 match_result, matched_name, evidence_hash, requested_by_id, created_at, answered_at)
      select md5('v' || n)::uuid, 'live', (case when h % 20 = 0 then 'single' else 'bulk' end)::verification_source,
             (case when h % 3 = 0 then 'FR76' else 'DE12' end) || lpad((1000 + h % 500)::text, 8, '3') || lpad((n * 7919 % 10000000000)::text, 10, '0'),
             initcap(full_name), full_name, case when h % 3 = 0 then 'FR' else 'DE' end, lpad((1000 + h % 500)::text, 8, '3'),
             'Bank ' || h % 500, 'completed', result::match_result, case when result = 'close_match' then initcap(full_name) || ' B' end,
             repeat('c', 64), overlay(overlay(md5('p' || h % 20) placing '4' from 13) placing '8' from 17)::uuid, now() - make_interval(secs => (6000000 - n) * 15.7), now()
        from (select n, h, (string_to_array(${GIVEN}, ','))[1 + h % 20] || ' ' ||
                     (string_to_array(${SURNAMES}, ','))[1 + (h / 20) % 50] || ' ' || (h / 1000) % 800 as full_name,
                     case when h % 100 < 84 then 'match' when h % 100 < 92 then 'close_match' when h % 100 < 97 then 'no_match'
                          else 'account_not_verifiable' end as result
                from (select n::bigint, abs(hashint8(n))::bigint as h from generate_series(${from}::bigint, ${to}::bigint) n) numbers) rows`
    for (const { sql } of indexes) await tx.$executeRawUnsafe(sql)
  }, LONG)
  // open reviews: what is doubtful among the newest
  await db().$transaction(async (tx) => {
    await tx.$executeRaw`set local session_replication_role = replica`
    await tx.$executeRaw`
      insert into reviews (id, verification_id, environment, state, match_result, difference_types, source, requested_by_id,
                           evidence_hash, rank, created_at)
      select gen_random_uuid(), v.id, 'live', 'todo', v.match_result, '{missing_name}', 'bulk', v.requested_by_id,
             v.evidence_hash, 1, v.created_at
        from verifications v where v.match_result = 'close_match'
         and not exists (select from reviews r where r.verification_id = v.id)
       order by v.created_at desc limit 50000`
  }, LONG)
  await db().$executeRawUnsafe('vacuum analyze verifications')
  await db().$executeRawUnsafe('vacuum analyze reviews')
}
