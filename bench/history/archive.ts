// Three years of checks, generated inside the database. Indexes are dropped before and created after. An archive is
// kept between runs and only migrated.
import type { Client } from 'pg'
import { cloneDatabase, dropDatabase, withClient } from '../../scripts/postgres/database.mjs'
import { prepareDatabase } from '../../scripts/prepare/database.mjs'
import { databaseUrls, ensureTemplate } from '../../scripts/testing/template.mjs'

type Server = { url: (database: string, role?: string) => string }

const GIVEN_NAMES =
  'anna,marie,jan,luca,sofia,peter,ines,omar,lea,paul,nora,hugo,emma,leon,clara,david,eva,felix,julia,karim'
const SYLLABLES =
  'mul,ler,du,pont,ros,si,gar,cia,schmi,no,vak,ko,wal,ski,mar,tin,ber,nard,mo,reau,we,sil,va,jan,sen,fi,kel,hu'
const TABLES = ['users', 'uploads', 'verifications', 'upload_rows', 'reviews']
const ROWS_PER_UPLOAD = 2_000
const OPEN_REVIEWS = 50_000

/** A valid UUID from any text. */
const uuidSql = (text: string) =>
  `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`

/**
 * Derived from `n` alone: twenty people, 20,000 surnames and 500 banks, few of them common and most rare; 84 of 100
 * match. `u` is uniform between 0 and 1, and its square favours low numbers.
 */
const checksSql = (size: number) => `
  select n, now() - interval '3 years' * ((${size} - n)::float8 / ${size}) as at, ${uuidSql("'v' || n")} as id,
         ${uuidSql("'p' || (h % 20)")} as person, h % 20 = 0 as single, ${uuidSql(`'u' || n / ${ROWS_PER_UPLOAD}`)} as upload,
         case when h % 100 < 84 then 'match' when h % 100 < 92 then 'close_match' when h % 100 < 97 then 'no_match'
              else 'account_not_verifiable' end::match_result as result,
         case when h % 3 = 0 then 'FR' else 'DE' end as country, 2 + (h / 7) % 97 as digits,
         (10000000 + floor(500 * power(((h / 11) % 10007) / 10007.0, 2))::bigint * 179426549 % 90000000)::text as bank,
         (string_to_array('${GIVEN_NAMES}', ','))[1 + (h / 13) % 20] as given_name,
         floor(20000 * power(((h / 17) % 100003) / 100003.0, 2))::int as s, string_to_array('${SYLLABLES}', ',') as syllables
    from (select n::bigint, abs(hashint8(n))::bigint as h from generate_series(1, ${size}::bigint) n) numbers`

const seedStatements = (size: number) => [
  `insert into users (id, email, name, roles)
   select ${uuidSql("'p' || n")}, 'p' || n || '@accord.test', 'Person ' || n, '{analyst}' from generate_series(0, 19) n`,
  `insert into uploads (id, file_name, file_hash, reading, file_rows, total, not_sent, state, created_by_id, created_at, count_match)
   select ${uuidSql("'u' || n")}, 'list-' || n || '.csv', md5('f' || n) || md5('g' || n), '{}', 0, 0, 0, 'completed', ${uuidSql("'p0'")},
          now() - interval '3 years' * (1 - n::float8 * ${ROWS_PER_UPLOAD} / ${size}), 0
     from generate_series(0, ${Math.floor(size / ROWS_PER_UPLOAD)}) n`,
  `insert into verifications (id, environment, source, iban, name, name_search, country, bank_code, bank_name, status, match_result,
                              matched_name, evidence_hash, requested_by_id, upload_id, raw_cipher, created_at, answered_at)
   select id, 'live', (case when single then 'single' else 'bulk' end)::verification_source,
          country || lpad(digits::text, 2, '0') || bank || lpad((n * 7919 % 10000000000)::text, 10, '0'), initcap(name), name,
          country, bank, 'Bank ' || bank, 'completed', result, case when result = 'close_match' then initcap(name) || ' B' end,
          md5('e' || n) || md5('h' || n), person, case when not single then upload end, decode(repeat(md5('r' || n), 24), 'hex'), at, at
     from (select *, given_name || ' ' || syllables[1 + s % 28] || syllables[1 + s / 28 % 28]
                           || case when s < 784 then '' else syllables[1 + s / 784] end as name from (${checksSql(size)}) checks) named`,
  `insert into upload_rows (upload_id, number, verification_id, name)
   select upload_id, row_number() over (partition by upload_id), id, name from verifications where upload_id is not null`,
  `insert into reviews (id, verification_id, environment, state, match_result, difference_types, source, upload_id,
                        requested_by_id, evidence_hash, rank, created_at, decided_at)
   select gen_random_uuid(), id, 'live', case when nth <= ${OPEN_REVIEWS} then 'todo' else 'approved' end::review_state, match_result,
          '{missing_name}', source, upload_id, requested_by_id, evidence_hash, 1, created_at,
          case when nth > ${OPEN_REVIEWS} then created_at + interval '1 day' end
     from (select *, row_number() over (order by created_at desc) as nth from verifications where match_result = 'close_match') doubtful`,
]

async function fill(client: Client, size: number): Promise<void> {
  await client.query(
    "set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'",
  )
  const { rows } = await client.query<{ name: string; sql: string }>(
    `select i.indexname as name, i.indexdef as sql from pg_indexes i
      where i.tablename = any($1) and i.schemaname = 'public'
        and not exists (select from pg_constraint c where c.conname = i.indexname)`,
    [TABLES],
  )
  for (const { name } of rows) await client.query(`drop index "${name}"`)
  for (const sql of seedStatements(size)) await client.query(sql)
  for (const { sql } of rows) await client.query(sql)
  for (const table of TABLES) await client.query(`vacuum (analyze) ${table}`)
}

/** Opens the archive with this number of checks, seeded if it is missing, and migrates it. @returns its URL for web */
export async function openArchive(server: Server, size: number): Promise<string> {
  const name = `accord_bench_history_${size}`
  const exists = await withClient(server.url('postgres'), async (client: Client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    return rowCount === 1
  })
  if (!exists) {
    const draft = `${name}_draft`
    const started = performance.now()
    await dropDatabase(server.url('postgres'), draft)
    await cloneDatabase(server.url('postgres'), draft, await ensureTemplate(server))
    await withClient(server.url(draft), (client: Client) => fill(client, size))
    await withClient(server.url('postgres'), (client: Client) =>
      client.query(`alter database "${draft}" rename to "${name}"`),
    )
    console.log(
      `${size.toLocaleString('en')} checks seeded in ${((performance.now() - started) / 1000).toFixed(0)} s`,
    )
  }
  const urls = databaseUrls(server, name)
  const applied = await prepareDatabase(urls, ['dashboard'])
  if (applied.length > 0)
    await withClient(server.url(name), (client: Client) => client.query('vacuum analyze'))
  return urls.dashboard
}
