import pg from 'pg'
import { ownDatabase } from '@/lib/platform/testing/database'

/** Columns that hold exactly one name: another full name there means another person. */
const WHOLE_NAMES = new Set([
  ...['verifications.name', 'verifications.matched_name', 'upload_rows.name', 'decisions.corrected_name'],
  ...['payment_lines.name', 'payment_lines.debtor_name'],
  ...['payment_report_lines.name', 'payment_report_lines.bank_name'],
])

/** Where a JSON column can hold a text. */
const JSON_TEXTS: Record<string, string> = {
  'uploads.reading': '{table,sheet}',
  'decisions.call_back': '{person}',
  'payment_confirmations.call_back': '{person}',
  'payment_reports.summary': '{legend}',
  'bank_profiles.settings': '{advice,held}',
  'idempotency_keys.body': '{name}',
}

/** Tables without a text about a payee: people and settings of the office, and what only our code writes. */
const NO_TABLES = new Set([
  ...['users', 'identities', 'sessions', 'sign_in_failures', 'webhooks', 'settings', 'user_preferences'],
  ...['webhook_deliveries', 'breakers', 'bulks', 'attempts', 'reviews', 'closed_books', 'audit_entries'],
  ...['retention_runs', 'worker_heartbeats', 'participants', '_prisma_migrations', '_repeatable'],
])

/** Columns of other tables that hold codes, hashes, provider's IDs, the office's own words, or an account. */
const NO_COLUMNS: Record<string, string> = {
  api_keys: 'last_four scopes',
  idempotency_keys: 'route request_hash',
  connections: 'base_url client_id secret_last4 last_test_result last_failure_code enrichment_reads',
  // the answer about another payee: its evidence hash covers it. The comparison and the folded name go with the check.
  verifications: `iban name_search bank_code bank_name purpose sandbox_result status_reason unrecognised enrichment
    upstream_id comparison evidence_hash problem_code`,
  resolutions: 'upstream_id',
  uploads: 'file_hash comparison',
  upload_approvals: 'causes',
  upload_rows: 'not_sent_code',
  decisions: 'reason evidence_hash',
  documents: 'media_type sha256',
  review_rules: 'difference_types countries',
  credit_entries: 'kind month',
  saved_views: 'filters',
  legal_holds: 'subject_kind',
  erasures: 'kind erased',
  payment_runs: 'kind state problem problem_place whole version',
  payment_lines: 'debtor_iban currency account iban gate_reason',
  payment_releases: 'sums held_sums policy',
  payment_files: 'part media_type sha256',
  payment_confirmations: 'kind',
  payment_reports: 'kind about sha256',
  payment_report_lines: 'join iban currency',
  bank_profiles: 'bic name',
}

type Column = { table: string; column: string; type: 'text' | 'jsonb' | 'ARRAY'; unique: boolean }

/** Every column that can hold a text about a payee: all text columns of the database but those listed above. */
async function columns(client: pg.Client): Promise<Column[]> {
  const { rows } = await client.query<Column>(`
    select table_name as table, column_name as column, data_type as type,
           exists (select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
                    where i.indisunique and i.indrelid = format('%I', table_name)::regclass and a.attname = column_name) as unique
      from information_schema.columns
     where table_schema = 'public' and (data_type in ('text', 'jsonb') or udt_name = '_text') order by 1, 2`)
  return rows.filter(
    ({ table, column }) => !(NO_TABLES.has(table) || NO_COLUMNS[table]?.split(/\s+/).includes(column)),
  )
}

/**
 * Writes a text with this name into every such column of every row, or the name alone into columns of names, past all
 * triggers.
 * @returns the columns whose tables have no row
 */
export async function plantName(name: string, which: 'texts' | 'names' | 'all'): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownDatabase().ownerUrl })
  await client.connect()
  const empty: string[] = []
  try {
    await client.query(`set session_replication_role = replica`)
    for (const { table, column, type, unique } of await columns(client)) {
      const place = `${table}.${column}`
      const whole = WHOLE_NAMES.has(place)
      if (which !== 'all' && whole !== (which === 'names')) continue
      // unique texts that are no longer different once the name is gone
      const spaces = unique ? `repeat(' ', (ctid::text::point)[1]::int)` : `' '`
      const plain = whole ? `'${name}'` : `'of ' || replace('${name}', ' ', ${spaces})`
      const value = {
        text: plain,
        ARRAY: `array[${plain}]`,
        jsonb: `jsonb_set(coalesce(${column}, '{}'), '${JSON_TEXTS[place]}', case when jsonb_typeof(${column} #> '${JSON_TEXTS[place]}') = 'array'
          then jsonb_build_array(${plain}) else to_jsonb(${plain}) end)`,
      }[type]
      const { rowCount } = await client.query(`
        update ${table} set ${column} = ${value} ${place === 'verifications.name' ? `, name_search = lower(${value})` : ''}
         where ${column} is not null or not exists (select from ${table} where ${column} is not null)`)
      if (rowCount === 0) empty.push(place)
    }
  } finally {
    await client.end()
  }
  return empty
}
