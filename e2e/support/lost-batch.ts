import { randomUUID } from 'node:crypto'
import { withDatabase } from './database'

const IBAN = 'FR7630006000011234567890189'
export type LostBatch = { attemptId: string; uploadId: string; fileName: string; names: string[] }

/**
 * Creates an upload of the demo analyst whose only batch was sent and whose response was lost. It can be declared not
 * billed, unless its deadline is not over (`recent`) or the provider accepted it under the ID `upstreamId`. The
 * embedded service never loses a response, so this writes the state that a worker would leave.
 */
export const createLostBatch = (
  rows: number,
  { recent = false, upstreamId }: { recent?: boolean; upstreamId?: string } = {},
): Promise<LostBatch> =>
  withDatabase(async (client) => {
    const [uploadId, bulkId, attemptId] = [randomUUID(), randomUUID(), randomUUID()]
    const fileName = `lost-${attemptId.slice(0, 8)}.csv`
    const names = Array.from({ length: rows }, (_, n) => `Lost Holder ${n} ${attemptId.slice(0, 4)}`)
    await client.query('begin')
    await client.query(
      `insert into uploads (id, file_name, file_hash, reading, file_rows, total, not_sent, state, pause_reason,
                            created_by_id, count_unknown, comparison)
       select $1, $2, repeat('e', 64), '{}', $3, $3, 0, 'paused', 'unknown', id, $3, '{"edited": 0}'
         from users where email = 'analyst@accord.test'`,
      [uploadId, fileName, rows],
    )
    await client.query(
      `insert into bulks (id, upload_id, number, size, state, connection_id, upstream_id)
       select $1, $2, 1, $3, 'unknown', id, $4 from connections where active`,
      [bulkId, uploadId, rows, upstreamId],
    )
    await client.query(
      `insert into verifications (id, environment, source, iban, name, name_search, country, status, connection_id,
                                  requested_by_id, upload_id, bulk_id, item_index)
       select gen_random_uuid(), 'live', 'bulk', $1, name, lower(name), 'FR', 'unknown', b.connection_id, u.created_by_id, u.id, b.id,
              ordinality - 1
         from bulks b join uploads u on u.id = b.upload_id, unnest($3::text[]) with ordinality as given (name, ordinality)
        where b.id = $2`,
      [IBAN, bulkId, names],
    )
    await client.query(
      `insert into upload_rows (upload_id, number, verification_id, name)
       select upload_id, item_index + 2, id, name from verifications where bulk_id = $1`,
      [bulkId],
    )
    await client.query(
      `insert into attempts (id, bulk_id, connection_id, number, state, claimed_at, send_deadline, payload_sha256, error_class,
                             upstream_id)
       select $1, id, connection_id, 1, 'unknown', now() - interval '90 seconds', now() + make_interval(secs => $3),
              repeat('ab', 32), $4, $5 from bulks where id = $2`,
      [attemptId, bulkId, recent ? 60 : -65, upstreamId ? 'never_answered' : 'upstream_timeout', upstreamId],
    )
    await client.query(
      `insert into credit_entries (kind, amount, attempt_id, note) values ('bulk', 0, $1, 'outcome unknown')`,
      [attemptId],
    )
    await client.query('commit')
    return { attemptId, uploadId, fileName, names }
  })

/** Creates a bulk directly at the provider. @returns its ID there */
export async function createBulkAtProvider(names: string[]): Promise<string> {
  const {
    VERIFICATION_BASE_URL: base,
    VERIFICATION_CLIENT_ID: id = '',
    VERIFICATION_CLIENT_SECRET: secret = '',
  } = process.env
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: id,
    client_secret: secret,
  })
  const token = await (await fetch(`${base}/oauth2/token`, { method: 'POST', body: form })).json()
  const verifications = names.map((name) => ({ account: { iban: IBAN }, account_holder: { name } }))
  const response = await fetch(`${base}/account-holder-verifications/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ verifications }),
  })
  if (!response.ok) throw new Error(`the service answers ${response.status}`)
  return (await response.json()).id
}
