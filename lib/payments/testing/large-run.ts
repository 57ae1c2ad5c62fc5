import { randomUUID } from 'node:crypto'
import { queryAsOwner } from '@/lib/platform/testing/database'

/**
 * The outcome of line `n` of a large run, from 1. Of forty lines one is a close match, one is no match, one waits
 * for its answer and one has no answer at all (`failed`); the rest match.
 */
const OUTCOMES = `case n % 40 when 0 then 'close_match' when 10 then 'no_match' when 20 then 'waiting' when 30 then 'failed' else 'match' end`

/** Who uploaded the run, and when. `at`: ISO 8601. */
type LargeRun = { byId: string; lines: number; at: string; fileName?: string }

/**
 * Inserts a payment run in one statement for each table, as it is when its answers have arrived and its gates were
 * computed: line `n` pays `n` cents to `Payee n`, with the reference `E-n`, from the first of two accounts up to the
 * middle and from the second after it. No file, no bulks. The planner’s statistics are current.
 * @returns its ID
 */
export async function insertLargeRun({ byId, lines, at, fileName = 'large.xml' }: LargeRun): Promise<string> {
  const id = randomUUID()
  await queryAsOwner(`
    set session_replication_role = replica;
    create temporary table line on commit drop as
      select n, gen_random_uuid() as check_id, 'DE00' || lpad(n::text, 18, '0') as iban, 'Payee ' || n as name, ${OUTCOMES} as outcome
        from generate_series(1, ${lines}) n;
    insert into uploads (id, file_name, file_hash, reading, file_rows, total, not_sent, count_match, count_close_match,
                         count_no_match, count_failed, count_waiting, created_by_id, created_at, comparison)
    select '${id}', '${fileName}', 'f', '{}', ${lines}, ${lines}, 0, count(*) filter (where outcome = 'match'),
           count(*) filter (where outcome = 'close_match'), count(*) filter (where outcome = 'no_match'),
           count(*) filter (where outcome = 'failed'), count(*) filter (where outcome = 'waiting'), '${byId}', '${at}',
           '{"at":"${at}","edited":0}'
      from line;
    insert into verifications (id, environment, source, status, match_result, requested_by_id, upload_id, iban, name,
                               name_search, country, created_at, answered_at)
    select check_id, 'live', 'bulk',
           (case outcome when 'waiting' then 'pending' when 'failed' then 'failed' else 'completed' end)::verification_status,
           (case when outcome not in ('waiting', 'failed') then outcome end)::match_result, '${byId}', '${id}', iban, name,
           lower(name), 'DE', '${at}', case when outcome <> 'waiting' then '${at}'::timestamptz end
      from line;
    insert into upload_rows (upload_id, number, verification_id) select '${id}', n, check_id from line;
    insert into payment_runs (upload_id, kind, state, message_id, lines, created_at, gated_at)
    values ('${id}', 'pain001', 'ready', 'M-${id.slice(0, 8)}', ${lines}, '${at}', '${at}');
    insert into payment_lines (upload_id, number, batch, batch_id, debtor_iban, debtor_name, due_on, amount, currency,
                               account, iban, name, end_to_end_id, supplier, iban_digest, payment_digest, gate, gate_reason)
    select '${id}', n, case when n <= ${lines} / 2 then 0 else 1 end, 'B',
           case when n <= ${lines} / 2 then 'DE02120300000000202051' else 'FR7630006000011234567890189' end, 'Office',
           '2999-01-01', (n / 100.0)::numeric(12, 2), 'EUR', 'iban', iban, name, 'E-' || n, sha256(('s' || n)::bytea),
           sha256(iban::bytea), sha256(('${id}' || n)::bytea),
           (case outcome when 'match' then 'clear' when 'failed' then 'held' else 'waiting' end)::payment_gate,
           case outcome when 'match' then 'match' when 'failed' then 'failed' when 'waiting' then 'answer_open' else 'decision_open' end
      from line;
    analyze uploads, verifications, upload_rows, payment_lines`)
  return id
}
