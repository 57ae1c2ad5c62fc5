import type { Sql } from '../database'
import type { VerificationOutcome, VerificationRow } from './record'
import type { IbanNamePair } from './schema'

const COLUMNS = 'id, kind, iban, status, match_result, matched_name, status_reason'

/** Stores a check without its answer. */
export async function insertPending(
  sql: Sql,
  { id, clientId, kind }: { id: string; clientId: string; kind: 'single' | 'sandbox' },
  { iban, name }: IbanNamePair,
): Promise<void> {
  await sql.query(
    `INSERT INTO service.verifications (id, client_id, kind, iban, name, status, created_at)
     VALUES ($1, $2, $3, $4, $5, 'pending', now())`,
    [id, clientId, kind, iban, name],
  )
}

/** Stores final answers with one statement. An existing final answer is kept. */
export async function storeOutcomes(
  sql: Sql,
  answers: { id: string; outcome: VerificationOutcome }[],
): Promise<void> {
  const outcomes = answers.map(({ outcome }) => outcome as Record<string, string | undefined>)
  await sql.query(
    `UPDATE service.verifications v
     SET status = a.status, match_result = a.match_result, matched_name = a.matched_name,
         status_reason = a.status_reason, answered_at = now()
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[])
       AS a (id, status, match_result, matched_name, status_reason)
     WHERE v.id = a.id AND v.status = 'pending'`,
    [
      answers.map(({ id }) => id),
      ...['status', 'match_result', 'matched_name', 'status_reason'].map((key) =>
        outcomes.map((outcome) => outcome[key] ?? null),
      ),
    ],
  )
}

/**
 * One verification of this client: single, sandbox, or an item of a bulk. Undefined for an unknown ID, another
 * client's, and for rejected items, which have no ID (section 2.5).
 */
export async function findVerification(
  sql: Sql,
  clientId: string,
  id: string,
): Promise<VerificationRow | undefined> {
  const { rows } = await sql.query<VerificationRow>(
    `SELECT ${COLUMNS} FROM service.verifications WHERE id = $1 AND client_id = $2 AND status <> 'rejected'`,
    [id, clientId],
  )
  return rows[0]
}

/**
 * Ends single checks whose process died before the bank responded. Their caller got no response and may read them by
 * ID; no bank takes a minute.
 */
export async function endLostSingles(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE service.verifications
     SET status = 'failed', status_reason = 'institution_timeout', answered_at = now()
     WHERE status = 'pending' AND kind = 'single' AND created_at < now() - interval '1 minute'`,
  )
}
