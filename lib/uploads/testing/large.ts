import { randomUUID } from 'node:crypto'
import { queryAsOwner } from '@/lib/platform/testing/database'

const TABLES = ['uploads', 'bulks', 'verifications', 'upload_rows', 'attempts', 'reviews']

/**
 * Creates an upload as it is right after its intake: this many rows in bulks of 2,000, every twentieth a close match.
 * Autovacuum is off for its tables. The costliest index, for name search, is built afterwards.
 */
export async function insertLargeUpload(rows: number, userId: string, connectionId: string): Promise<string> {
  const id = randomUUID()
  await queryAsOwner(`
    set session_replication_role = replica;
    create temporary table kept as
      select indexname, indexdef from pg_indexes i where schemaname = 'public' and tablename = 'verifications'
         and not exists (select from pg_constraint where conname = i.indexname);
    do $$ declare one text; begin for one in select indexname from kept loop execute format('drop index %I', one); end loop; end $$;
    ${TABLES.map((table) => `alter table ${table} set (autovacuum_enabled = off);`).join('')}
    insert into uploads (id, file_name, file_hash, reading, file_rows, total, not_sent, count_waiting, created_by_id, created_at, comparison)
    values ('${id}', 'large.csv', 'f', '{}', ${rows}, ${rows}, 0, ${rows}, '${userId}', now() - interval '1 minute', '{"before":true,"edited":0}');
    insert into bulks (id, upload_id, connection_id, number, size)
    select gen_random_uuid(), '${id}', '${connectionId}', n, 2000 from generate_series(1, ${rows / 2000}) n;
    insert into verifications (id, environment, source, status, requested_by_id, connection_id, upload_id, bulk_id, item_index, iban,
                               name, name_search, country)
    select gen_random_uuid(), 'live', 'bulk', 'pending', '${userId}', '${connectionId}', '${id}', b.id, n, 'DE' || lpad((98 - (bban || '131400')::numeric % 97)::text, 2, '0') || bban,
           name, lower(name), 'DE'
      from bulks b, generate_series(0, 1999) n,
           lateral (select lpad((b.number * 2000 + n)::text, 18, '0') as bban) account,
           lateral (select case when n % 20 = 0 then 'Close ' else 'Holder ' end || b.number || ' ' || n as name) named
     where b.upload_id = '${id}';
    do $$ declare one text; begin
      for one in select indexdef from kept where indexname <> 'verifications_name_search' loop execute one; end loop; end $$;
    insert into upload_rows (upload_id, number, verification_id)
    select '${id}', (b.number - 1) * 2000 + v.item_index + 1, v.id from verifications v join bulks b on b.id = v.bulk_id
     where v.upload_id = '${id}'`)
  return id
}

/**
 * Sets the planner's statistics to those taken while the rows were still being written: tables of this size without a
 * row, and no value statistics.
 */
export const clearPlannerStatistics = (): Promise<unknown> =>
  queryAsOwner(`
    delete from pg_statistic where starelid in (select oid from pg_class where relname = any('{${TABLES}}'));
    select pg_restore_relation_stats('schemaname', 'public', 'relname', c.relname::text, 'reltuples', 0::real,
                                     'relpages', (pg_relation_size(c.oid) / 8192)::int)
      from pg_class c left join pg_index i on i.indexrelid = c.oid
     where coalesce(i.indrelid, c.oid) in (select oid from pg_class where relnamespace = 'public'::regnamespace and relname = any('{${TABLES}}'))`)
