import type { Office } from '../office/office'
import type {
  AttemptRow,
  AuditEntryRow,
  BulkRow,
  Evidence,
  FileRow,
  UploadRow,
  VerificationRow,
} from './evidence'

type Tables = Pick<
  Evidence,
  | 'attempts'
  | 'verifications'
  | 'bulks'
  | 'uploads'
  | 'fileRows'
  | 'audit'
  | 'auditHead'
  | 'credits'
  | 'resolutions'
>

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`

/** Reads every table that the checker compares, as plain SQL. */
export async function readTables({ database }: Office): Promise<Tables> {
  const attempts = await database.query<AttemptRow>(`
    select id, verification_id as "verificationId", bulk_id as "bulkId", number, state::text, upstream_id as "upstreamId",
           payload_sha256 as "payloadSha256", ${ms('claimed_at')} as "claimedAt", ${ms('send_deadline')} as "sendDeadline",
           ${ms('ended_at')} as "endedAt", error_class as "errorClass" from attempts order by created_at, number`)
  const bulks = await database.query<BulkRow>(`
    select id, upload_id as "uploadId", number, size, state::text, upstream_id as "upstreamId", answered from bulks
     order by upload_id, number`)
  const uploads = await database.query<UploadRow>(`
    select id, file_hash as "fileHash", state::text, pause_reason::text as "pauseReason", file_rows as "fileRows", total,
           not_sent as "notSent", json_build_object('match', count_match, 'close_match', count_close_match,
             'no_match', count_no_match, 'account_not_verifiable', count_account_not_verifiable, 'failed', count_failed,
             'rejected', count_rejected, 'unknown', count_unknown, 'waiting', count_waiting) as counts from uploads`)
  const fileRows = await database.query<FileRow>(`
    select upload_id as "uploadId", number, verification_id as "verificationId", not_sent_code as "notSentCode"
      from upload_rows order by upload_id, number`)
  const credits = await database.query<{ attemptId: string | null; amount: number }>(
    `select attempt_id as "attemptId", amount::int from credit_entries`,
  )
  const resolutions = await database.query<Evidence['resolutions'][number]>(`
    select attempt_id as "attemptId", kind::text, proposed_by_id as "proposedById", confirmed_by_id as "confirmedById"
      from resolutions where withdrawn_at is null`)
  const verifications = await readVerifications(database)
  return {
    attempts,
    verifications,
    bulks,
    uploads,
    fileRows,
    credits,
    resolutions,
    ...(await readAudit(database)),
  }
}

async function readVerifications(database: Office['database']): Promise<VerificationRow[]> {
  const { decrypt } = await import('@/lib/platform/crypto.server')
  const rows = await database.query<VerificationRow & { cipher: Buffer | null }>(`
    select id, iban, name, source::text, status::text, match_result::text as "matchResult", matched_name as "matchedName",
           status_reason as "statusReason", upstream_id as "upstreamId", bulk_id as "bulkId", item_index as "itemIndex",
           problem_code as "problemCode", raw_cipher as cipher from verifications order by bulk_id, item_index`)
  return rows.map(({ cipher, ...row }) => {
    const raw = cipher && JSON.parse(decrypt(cipher, `verifications|raw_cipher|${row.id}`).toString('utf8'))
    return { ...row, raw }
  })
}

type StoredEntry = Record<string, unknown> & {
  seq: string
  action: string
  objectId: string | null
  details: Record<string, unknown>
  prevHash: Buffer
  hash: Buffer
}

async function readAudit(database: Office['database']) {
  const { entryHash } = await import('@/lib/audit/seal.server')
  const stored = await database.query<StoredEntry>(`
    select seq, at, actor_id as "actorId", actor_kind as "actorKind", actor_roles::text[] as "actorRoles", action,
           object_type as "objectType", object_id as "objectId", request_id as "requestId", address, details,
           prev_hash as "prevHash", hash from audit_entries order by seq`)
  const [head] = await database.query<{ seq: string; hash: Buffer }>('select seq, hash from audit_head')
  const audit = stored.map(({ prevHash, hash, ...entry }): AuditEntryRow => {
    const expected = entryHash(prevHash, { ...entry, seq: BigInt(entry.seq) })
    return {
      seq: Number(entry.seq),
      action: entry.action,
      objectId: entry.objectId,
      details: entry.details,
      prevHash: prevHash.toString('hex'),
      hash: hash.toString('hex'),
      expected: Buffer.from(expected).toString('hex'),
    }
  })
  return { audit, auditHead: { seq: Number(head?.seq), hash: head?.hash.toString('hex') ?? '' } }
}
