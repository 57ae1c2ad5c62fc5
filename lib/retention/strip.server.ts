import 'server-only'
import { KEYED, keyedFileHash, keyedHash } from '@/lib/audit/seal.server'
import { db, Prisma, setStatementTimeout, type Tx } from '@/lib/platform/db.server'
import { REDACTED } from '@/lib/platform/log/scrub'
import { select, text, uuid } from '@/lib/platform/sql/select.server'
import { callWithoutPayee, stripPayments } from '@/lib/retention/payments/strip.server'
import { OPEN_STATES } from '@/lib/reviews/open-states.server'
import { lockAttemptsOf } from '@/lib/upstream/attempts.server'
import { PROVIDER_CODE } from '@/lib/verifications/provider-code'

/** Lets this transaction remove values from rows that triggers otherwise keep unchanged. */
export const allowRedaction = (tx: Tx): Promise<number> =>
  tx.$executeRaw`select set_config('accord.retention', 'on', true)`

/** Runs ANALYZE on all tables: the planner's samples would otherwise keep deleted values. */
export const analyzeTables = (): Promise<number> =>
  db().$transaction(
    async (tx) => {
      await setStatementTimeout(tx, 600)
      return tx.$executeRaw`select sample_again()`
    },
    { timeout: 600_000 },
  )

/** SQL condition: check `v` doesn't wait to be sent or for its answer. One from a bank report never does. */
export const IS_ANSWERED = Prisma.sql`(v.status <> 'pending' or v.source = 'bank_report')`

/**
 * Deletes IBAN, names, answers, notes and documents of these checks from every table, in the caller's transaction.
 * Result, dates, decisions without their texts, credits and the audit chain stay. The evidence hash becomes a keyed one:
 * somebody who has the record elsewhere can still prove it, and nobody can confirm a guessed name with it.
 * Checks that wait to be sent or for their answer are skipped, even if they started to wait a moment ago.
 * @returns how many checks lost their values, and how many documents were deleted
 */
export async function stripChecks(
  tx: Tx,
  checkIds: string[],
): Promise<{ checks: number; documents: number }> {
  if (checkIds.length === 0) return { checks: 0, documents: 0 }
  await allowRedaction(tx)
  await lockAround(tx, checkIds)
  await keyFileHashes(
    tx,
    Prisma.sql`u.id in (select v.upload_id from verifications v where v.id = any(${checkIds}::uuid[]))`,
  )
  const locked = await select(
    tx,
    { id: uuid, hash: text.or(null) },
    Prisma.sql`
    select v.id, v.evidence_hash as hash from verifications v
     where v.id = any(${checkIds}::uuid[]) and v.purged_at is null and ${IS_ANSWERED} order by v.id for update`,
  )
  const ids = locked.map(({ id }) => id)
  const keyedHashes = locked.map(({ hash }) => (hash === null ? null : keyedHash('evidence', hash)))
  await stripReviews(tx, ids, keyedHashes)
  const documents = await tx.$executeRaw`
    delete from documents d using reviews r where r.id = d.review_id and r.verification_id = any(${ids}::uuid[])`
  await stripRelated(tx, ids)
  const checks = await tx.$executeRaw`
    update verifications v
       set iban = '', name = '', name_search = '', matched_name = null, comparison = null, raw_cipher = null,
           enrichment = null, enrichment_asked_at = coalesce(v.enrichment_asked_at, now()), reference = null, note = null,
           unrecognised = null, evidence_hash = s.seal, purged_at = now(),
           status_reason = case when v.status_reason ~ ${PROVIDER_CODE.source} then v.status_reason end
      from unnest(${ids}::uuid[], ${keyedHashes}::text[]) as s(id, seal) where v.id = s.id`
  await stripPayments(tx, ids)
  return { checks, documents }
}

/**
 * Locks what others lock before a check, in their order: the runs that pay it or whose bank answered it, its upload, its
 * requests. Comes before anything else is locked or deleted.
 */
export async function lockAround(tx: Tx, checkIds: string[]): Promise<void> {
  await tx.$executeRaw`
    select from payment_runs where upload_id in (
      select x.upload_id from upload_rows x where x.verification_id = any(${checkIds}::uuid[])
       union select j.upload_id from payment_report_lines j where j.verification_id = any(${checkIds}::uuid[]))
     order by upload_id for no key update`
  await lockUploads(
    tx,
    Prisma.sql`select v.upload_id from verifications v where v.id = any(${checkIds}::uuid[])`,
  )
  await lockAttemptsOf(tx, checkIds)
}

/** Locks these uploads, given as a subquery of their IDs, in ID order. */
export const lockUploads = (tx: Tx, ids: Prisma.Sql): Promise<number> =>
  tx.$executeRaw`select from uploads where id in (${ids}) order by id for no key update`

/** SQL: the name of a file whose own name is deleted. */
export const DELETED_FILE_NAME = Prisma.sql`'deleted' || coalesce(lower(substring(file_name from '\\.[A-Za-z0-9]{1,5}$')), '')`

/**
 * Replaces the plain hashes of these files (uploads, alias `u`) with keyed ones. A short file could be guessed from its
 * plain hash; the owner of the file can still prove it.
 * @returns how many
 */
export async function keyFileHashes(tx: Tx, which: Prisma.Sql): Promise<number> {
  const plain = await select(
    tx,
    { id: uuid, hash: text },
    Prisma.sql`
    select u.id, u.file_hash as hash from uploads u
     where ${which} and not starts_with(u.file_hash, ${KEYED}) order by u.id for no key update`,
  )
  const hashes = plain.map(({ hash }) => keyedFileHash(hash))
  return tx.$executeRaw`
    update uploads u set file_hash = s.hash
      from unnest(${plain.map(({ id }) => id)}::uuid[], ${hashes}::text[]) as s(id, hash) where u.id = s.id`
}

/** Closes undecided reviews. Decided ones keep the person, the time and the coded reason. */
async function stripReviews(tx: Tx, ids: string[], keyedHashes: (string | null)[]): Promise<void> {
  // waits for decisions, notes and documents that are being stored, and strips them with the rest
  await tx.$executeRaw`select 1 from reviews where verification_id = any(${ids}::uuid[]) order by id for update`
  await tx.$executeRaw`
    update decisions d
       set note = null, corrected_name = null, evidence_hash = coalesce(s.seal, ''),
           call_back = ${callWithoutPayee(Prisma.sql`d.call_back`)}
      from reviews r join unnest(${ids}::uuid[], ${keyedHashes}::text[]) as s(id, seal) on s.id = r.verification_id
     where r.id = d.review_id`
  await tx.$executeRaw`
    update review_events e set note = null from reviews r
     where r.id = e.review_id and r.verification_id = any(${ids}::uuid[]) and e.note is not null`
  await tx.$executeRaw`
    update reviews r
       set evidence_hash = coalesce(s.seal, ''), awaits_rule = false,
           state = case when r.state in ${OPEN_STATES} then 'superseded' else r.state end,
           claimed_by_id = null, claimed_until = null
      from unnest(${ids}::uuid[], ${keyedHashes}::text[]) as s(id, seal) where r.verification_id = s.id`
}

/** Rows of files, payload hashes, notes on lost responses, and responses stored for idempotent requests. */
async function stripRelated(tx: Tx, ids: string[]): Promise<void> {
  await tx.$executeRaw`
    update upload_rows set name = null, reference = null
     where verification_id = any(${ids}::uuid[]) and num_nonnulls(name, reference) > 0`
  await tx.$executeRaw`
    update attempts set payload_sha256 = null
     where payload_sha256 is not null and (verification_id = any(${ids}::uuid[]) or bulk_id in
           (select bulk_id from verifications where id = any(${ids}::uuid[]) and bulk_id is not null))`
  await stripAttemptNotes(tx, Prisma.sql`a.verification_id = any(${ids}::uuid[])`)
  await tx.$executeRaw`
    delete from idempotency_keys where status is not null and body ->> 'id' = any(${ids}::text[])`
}

/** Removes what people wrote about lost responses of these attempts (alias `a`). */
export const stripAttemptNotes = (tx: Tx, which: Prisma.Sql): Promise<number> =>
  tx.$executeRaw`
    update resolutions s set reason = case when s.reason is not null then ${REDACTED} end,
                             evidence = case when s.evidence is not null then ${REDACTED} end
      from attempts a where a.id = s.attempt_id and ${which}`
