import { queryAsOwner } from '@/lib/platform/testing/database'

/**
 * Fills a long queue with open items, numbered from the newest, and decided ones. Every tenth is a no match, one in 5,000
 * has a cut name, and the others miss a name. One in 9,999 has priority.
 */
export async function fillQueue(requesterId: string, open: number, decided: number): Promise<void> {
  // as the owner: without our time limit for a statement, and past the trigger that refuses reviews without their decisions
  await queryAsOwner(`set session_replication_role = replica;
    insert into verifications (id, environment, source, iban, name, name_search, country, status, match_result, matched_name,
                               comparison, evidence_hash, requested_by_id, created_at, answered_at)
    select gen_random_uuid(), 'live', 'bulk', 'DE' || n, 'Anna ' || n, 'anna ' || n, 'DE', 'completed',
           (case when n % 10 = 0 then 'no_match' else 'close_match' end)::match_result,
           case when n % 10 > 0 then 'Anna B ' || n end, '{"differences": []}', repeat('c', 64), '${requesterId}',
           now() - make_interval(secs => n), now()
      from generate_series(1, ${open + decided}) n;
    insert into reviews (id, verification_id, environment, state, match_result, difference_types, source, requested_by_id,
                         evidence_hash, rank, created_at, decided_at)
    select gen_random_uuid(), v.id, 'live', (case when n <= ${open} then 'todo' else 'approved' end)::review_state,
           v.match_result, case when n % 5000 = 0 then '{cut_off}' else '{missing_name}' end::text[], 'bulk',
           v.requested_by_id, v.evidence_hash, case when n % 9999 = 0 then 0 else 1 end, v.created_at,
           case when n > ${open} then v.created_at + interval '1 hour' end
      from verifications v cross join lateral (select substr(v.iban, 3)::int as n) number`)
  await queryAsOwner('analyze')
}

/** The median duration of this many runs, in milliseconds. */
export async function medianDuration(
  times: number,
  work: (run: number) => Promise<unknown>,
): Promise<number> {
  const durations: number[] = []
  for (let run = 0; run < times; run++) {
    const started = performance.now()
    await work(run)
    durations.push(performance.now() - started)
  }
  return durations.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}
