import 'server-only'
import { type Db, db, LONG_TIMEOUTS, Prisma, type Tx } from '@/lib/platform/db.server'
import { bool, int4, json, select, selectOne, text } from '@/lib/platform/sql/select.server'
import { mayMention } from '@/lib/retention/mention.server'
import type { ErasedSubject, ErasureTarget, Redaction } from '@/lib/retention/payments/drop-files.server'
import { reportHeld } from '@/lib/retention/payments/due.server'
import { type HeldScope, heldScope, isHeld, retentionLock } from '@/lib/retention/scope.server'
import { allowRedaction, lockUploads } from '@/lib/retention/strip.server'
import { type DataSubject, isNamed, mentionsIn, redact, redactJson } from '@/lib/retention/subject'

/** The free-text columns of payment runs and bank reports, except those of their lines (lib/retention/payments). */
const PAYMENT_COLUMNS: [table: string, column: string][] = [
  ['payment_runs', 'message_id'],
  ['payment_messages', 'message_id'],
  ['payment_files', 'file_name'],
  ['payment_confirmations', 'reason'],
  ['payment_confirmations', 'call_back'],
  ['payment_reports', 'file_name'],
  ['payment_reports', 'summary'],
]
/** Every other free-text column. every-text.db.test.ts looks for a missing one in the whole database. */
const TEXT_COLUMNS: [table: string, column: string][] = [
  ['uploads', 'file_name'],
  ['uploads', 'title'],
  ['uploads', 'reading'],
  ['upload_approvals', 'reason'],
  ['upload_rows', 'reference'],
  ['resolutions', 'reason'],
  ['resolutions', 'evidence'],
  ['verifications', 'reference'],
  ['verifications', 'note'],
  ['decisions', 'note'],
  ['decisions', 'call_back'],
  ['decisions', 'corrected_name'],
  ['review_events', 'note'],
  ['documents', 'file_name'],
  ['credit_entries', 'note'],
  ['saved_views', 'name'],
  ['api_keys', 'name'],
  ['connections', 'name'],
  ['bank_profiles', 'settings'],
  ['review_rules', 'name'],
  ['review_rules', 'reference_pattern'],
  ['legal_holds', 'reason'],
  ['erasures', 'reason'],
  ['erasures', 'close_reason'],
]
const JSON_COLUMNS = new Set(['reading', 'call_back', 'summary', 'settings'])
/** Columns that hold exactly one name: another full name means another person, so a partial match is not redacted. */
const NAME_COLUMNS = new Set(['corrected_name'])

const OF_REVIEW = {
  check: Prisma.sql`(select r.verification_id from reviews r where r.id = t.review_id)`,
  review: Prisma.sql`t.review_id`,
}
/**
 * What a row (alias `t`) is a part of. A legal hold covers it through its check, through its upload, or by its own
 * condition `held`; rows of other tables are never held. The row changes under the lock of its upload or its review.
 */
const PART_OF: Record<
  string,
  { check?: Prisma.Sql; upload?: Prisma.Sql; review?: Prisma.Sql; held?: (scope: HeldScope) => Prisma.Sql }
> = {
  verifications: { check: Prisma.sql`t.id`, upload: Prisma.sql`t.upload_id` },
  upload_rows: { check: Prisma.sql`t.verification_id`, upload: Prisma.sql`t.upload_id` },
  uploads: { upload: Prisma.sql`t.id` },
  upload_approvals: { upload: Prisma.sql`t.upload_id` },
  payment_runs: { upload: Prisma.sql`t.upload_id` },
  payment_messages: { upload: Prisma.sql`t.upload_id` },
  payment_files: {
    upload: Prisma.sql`(select p.upload_id from payment_releases p where p.id = t.release_id)`,
  },
  payment_confirmations: { upload: Prisma.sql`t.upload_id` },
  payment_reports: {
    held: (scope) =>
      Prisma.sql`exists (select from payment_reports r where r.id = t.id and ${reportHeld(scope)})`,
  },
  decisions: OF_REVIEW,
  review_events: OF_REVIEW,
  documents: OF_REVIEW,
  resolutions: {
    check: Prisma.sql`(select a.verification_id from attempts a where a.id = t.attempt_id)`,
    upload: Prisma.sql`(select b.upload_id from attempts a join bulks b on b.id = a.bulk_id where a.id = t.attempt_id)`,
  },
  // the reason of a hold is kept while the hold is in force
  legal_holds: { held: () => Prisma.sql`t.released_at is null` },
}

/** `moved`: rows updated in the meantime. They aren't locked while they are read and redacted: that can take minutes. */
type BatchRedaction = Redaction & { moved: number }
/** Where texts are read, and the transaction that changes a batch of them, under the locks of what they are a part of. */
type Redactor = {
  on: Db
  write: (
    lockParts: (tx: Tx) => Promise<void>,
    work: (tx: Tx, scope: HeldScope) => Promise<BatchRedaction>,
  ) => Promise<BatchRedaction>
}

/**
 * Redacts a subject in the texts of payment runs and bank reports, in a transaction that has locked them. The files of
 * releases keep the names that their manifests give them; those of uploads `before` are deleted (lib/retention/payments).
 */
export const redactPaymentTexts = (tx: Tx, { scope, ...about }: ErasureTarget): Promise<Redaction> =>
  redactColumns(PAYMENT_COLUMNS, about, { on: tx, write: (_, work) => work(tx, scope) })

/**
 * Redacts a subject in every other free text, such as a note on another check, and deletes the responses stored for
 * idempotent requests. Reading long tables takes minutes, so only what is changed is locked, a batch at a time.
 */
export async function redactTexts(about: ErasedSubject): Promise<Redaction> {
  const redactor: Redactor = {
    on: db(),
    write: (lockParts, work) =>
      db().$transaction(async (tx) => {
        await retentionLock(tx)
        await allowRedaction(tx)
        const scope = await heldScope(tx)
        await lockParts(tx)
        return work(tx, scope)
      }, LONG_TIMEOUTS),
  }
  const sum = await redactColumns(TEXT_COLUMNS, about, redactor)
  await db().$transaction((tx) => deleteStoredResponses(tx, about.subject))
  return sum
}

async function redactColumns(
  columns: [table: string, column: string][],
  about: ErasedSubject,
  redactor: Redactor,
): Promise<Redaction> {
  const sum: Redaction = { changed: 0, held: 0 }
  for (const [table, column] of columns) {
    const { changed, held } = await redactColumn({ table, column }, about, redactor)
    sum.changed += changed
    sum.held += held
  }
  return sum
}

type TextColumn = { table: string; column: string }
/**
 * Disk pages per batch, of a few thousand rows. Scanning by page costs one pass over the table, however many of its texts
 * are redacted.
 */
const PAGES = 50

async function redactColumn(place: TextColumn, about: ErasedSubject, redactor: Redactor): Promise<Redaction> {
  const table = await selectOne(
    redactor.on,
    { pages: int4 },
    Prisma.sql`
    select (pg_relation_size(${place.table}::regclass) / current_setting('block_size')::int)::int as pages`,
  )
  const sum: Redaction = { changed: 0, held: 0 }
  let moved = 0
  for (let from = 0; from < table.pages; from += PAGES) {
    const found = await redactPages({ ...place, from }, about, redactor)
    sum.changed += found.changed
    sum.held += found.held
    moved += found.moved
  }
  if (moved === 0) return sum
  const { changed, held } = await redactColumn(place, about, redactor)
  return { changed: sum.changed + changed, held }
}

async function redactPages(
  { table, column, from }: TextColumn & { from: number },
  { subject, before: erasedAt }: ErasedSubject,
  { on, write }: Redactor,
): Promise<BatchRedaction> {
  const at = Prisma.raw(table)
  const name = Prisma.raw(column)
  const json = JSON_COLUMNS.has(column)
  const without = (text: string) => {
    if (json) return JSON.stringify(redactJson(JSON.parse(text), subject))
    return NAME_COLUMNS.has(column) && !isNamed(subject, text) ? text : redact(text, subject)
  }
  const rows = await select(
    on,
    { at: text, text: text.notNull() },
    Prisma.sql`
    select t.ctid::text as at, t.${name}::text as text from ${at} t
     where t.ctid >= ${`(${from},0)`}::tid and t.ctid < ${`(${from + PAGES},0)`}::tid
       and ${namedLater(table, erasedAt)} is not true
       and t.${name} is not null and ${mayMention(Prisma.sql`t.${name}::text`, subject)}`,
  )
  const named = rows.flatMap(({ at, text }) => {
    const next = without(text)
    return next === (json ? JSON.stringify(JSON.parse(text)) : text) ? [] : [{ at, text, next }]
  })
  const { upload, review } = PART_OF[table] ?? {}
  // one by one where nothing else is locked: a transaction that holds one row and waits for the next could deadlock
  const batches = upload || review ? [named] : named.map((row) => [row])
  const sum: BatchRedaction = { changed: 0, held: 0, moved: 0 }
  for (const batch of batches.filter((rows) => rows.length > 0)) {
    const these = Prisma.sql`${at} t where t.ctid = any(${batch.map(({ at }) => at)}::tid[])`
    const found = await write(
      (tx) => lockPartsOf(tx, table, these),
      (tx, scope) => redactRows(tx, { table, column, these, scope }, batch),
    )
    sum.changed += found.changed
    sum.held += found.held
    sum.moved += found.moved
  }
  return sum
}

type LockedRows = TextColumn & { these: Prisma.Sql; scope: HeldScope }

async function redactRows(
  tx: Tx,
  { table, column, these, scope }: LockedRows,
  rows: readonly { at: string; text: string; next: string }[],
): Promise<BatchRedaction> {
  const found = await select(
    tx,
    { at: text, held: bool },
    Prisma.sql`select t.ctid::text as at, ${heldLine(table, scope)} as held from ${these}`,
  )
  const heldAt = new Set(found.flatMap(({ at, held }) => (held ? at : [])))
  const name = Prisma.raw(column)
  const type = Prisma.raw(JSON_COLUMNS.has(column) ? '::jsonb' : '')
  let changed = 0
  for (const row of rows.filter(({ at }) => !heldAt.has(at))) {
    const next = table === 'saved_views' ? unusedName(row.next) : row.next
    changed += await tx.$executeRaw`
      update ${Prisma.raw(table)} t set ${name} = ${next}${type}
       where ctid = ${row.at}::tid and ${name}::text = ${row.text}`
  }
  return { changed, held: heldAt.size, moved: rows.length - heldAt.size - changed }
}

/** Locks what these rows are a part of, in ID order. */
async function lockPartsOf(tx: Tx, table: string, these: Prisma.Sql): Promise<void> {
  const { upload, review } = PART_OF[table] ?? {}
  if (upload) await lockUploads(tx, Prisma.sql`select ${upload} from ${these}`)
  if (review)
    await tx.$executeRaw`
      select from reviews where id in (select ${review} from ${these}) order by id for update`
}

/** SQL: the name of a saved view, which must differ from its owner's other ones. */
const unusedName = (next: string): Prisma.Sql => Prisma.sql`
  ${next} || case when exists (select from saved_views v where v.owner_id = t.owner_id and v.name = ${next})
                  then ' ' || left(t.id::text, 8) else '' end`

function heldLine(table: string, scope: HeldScope): Prisma.Sql {
  const { check, upload, held } = PART_OF[table] ?? {}
  const byCheck =
    check && Prisma.sql`exists (select from verifications v where v.id = ${check} and ${isHeld(scope)})`
  const byUpload = upload && Prisma.sql`coalesce(${upload} = any(${scope.uploadIds}::uuid[]), false)`
  return Prisma.join(
    [byCheck, byUpload, held?.(scope), Prisma.sql`false`].filter((part) => part !== undefined),
    ' or ',
  )
}

/** SQL: whether the row is a file of a release whose upload was made after the erasure. */
const namedLater = (table: string, erasedAt: Date): Prisma.Sql =>
  table === 'payment_files'
    ? Prisma.sql`(select u.created_at > ${erasedAt}::timestamptz from payment_releases p join uploads u on u.id = p.upload_id
                   where p.id = t.release_id)`
    : Prisma.sql`false`

async function deleteStoredResponses(tx: Tx, subject: DataSubject): Promise<void> {
  const kept = await select(
    tx,
    { at: text, body: json<unknown>().notNull() },
    Prisma.sql`
    select ctid::text as at, body from idempotency_keys where status is not null and ${mayMention(Prisma.sql`body::text`, subject)}`,
  )
  const affected = kept.filter(({ body }) => mentionsIn(body, subject))
  await tx.$executeRaw`delete from idempotency_keys where ctid = any(${affected.map(({ at }) => at)}::tid[])`
}
