import 'server-only'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { bool, int4, json, select, selectOne, text, uuid } from '@/lib/platform/sql/select.server'
import { mayMention } from '@/lib/retention/mention.server'
import type { ErasureTarget, Redaction } from '@/lib/retention/payments/drop-files.server'
import { reportHeld } from '@/lib/retention/payments/due.server'
import { type HeldScope, isHeld } from '@/lib/retention/scope.server'
import { type DataSubject, isNamed, mentionsIn, redact, redactJson } from '@/lib/retention/subject'

/**
 * Every free-text column, except those of payment lines and lines of bank reports (lib/retention/payments), in the order
 * in which transactions lock rows. every-text.db.test.ts looks for a missing one in the whole database.
 */
const TEXT_COLUMNS: [table: string, column: string][] = [
  ['payment_runs', 'message_id'],
  ['payment_messages', 'message_id'],
  ['payment_files', 'file_name'],
  ['payment_confirmations', 'reason'],
  ['payment_confirmations', 'call_back'],
  ['payment_reports', 'file_name'],
  ['payment_reports', 'summary'],
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

const OF_REVIEW = { check: Prisma.sql`(select r.verification_id from reviews r where r.id = t.review_id)` }
/**
 * How a row (alias `t`) is covered by a legal hold: through its check, through its upload, or by its own condition
 * `held`. Rows of other tables are never held.
 */
const PART_OF: Record<
  string,
  { check?: Prisma.Sql; upload?: Prisma.Sql; held?: (scope: HeldScope) => Prisma.Sql }
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

/**
 * Redacts a subject in every free text, such as a note on another check, and in the responses stored for idempotent
 * requests. The files of releases keep the names that their manifests give them; those of uploads `before` are deleted
 * (lib/retention/payments).
 */
export async function redactTexts(tx: Tx, about: ErasureTarget): Promise<Redaction> {
  const sum: Redaction = { changed: 0, held: 0 }
  for (const [table, column] of TEXT_COLUMNS) {
    const { changed, held } = await redactColumn(tx, { table, column }, about)
    sum.changed += changed
    sum.held += held
  }
  await deleteStoredResponses(tx, about.subject)
  return sum
}

type TextColumn = { table: string; column: string }
/** Disk pages per batch. Scanning by page costs one pass over the table, however many of its texts are redacted. */
const PAGES = 500

async function redactColumn(tx: Tx, place: TextColumn, about: ErasureTarget): Promise<Redaction> {
  const table = await selectOne(
    tx,
    { pages: int4 },
    Prisma.sql`
    select (pg_relation_size(${place.table}::regclass) / current_setting('block_size')::int)::int as pages`,
  )
  const sum: Redaction = { changed: 0, held: 0 }
  let moved = 0
  for (let from = 0; from < table.pages; from += PAGES) {
    const found = await redactPages(tx, { ...place, from }, about)
    sum.changed += found.changed
    sum.held += found.held
    moved += found.moved
  }
  if (moved === 0) return sum
  const { changed, held } = await redactColumn(tx, place, about)
  return { changed: sum.changed + changed, held }
}

/** `moved`: rows updated in the meantime. They aren't locked while texts are redacted: that can take minutes. */
async function redactPages(
  tx: Tx,
  { table, column, from }: TextColumn & { from: number },
  { subject, scope, before: erasedAt }: ErasureTarget,
): Promise<Redaction & { moved: number }> {
  const at = Prisma.raw(table)
  const name = Prisma.raw(column)
  const json = JSON_COLUMNS.has(column)
  const without = (text: string) => {
    if (json) return JSON.stringify(redactJson(JSON.parse(text), subject))
    return NAME_COLUMNS.has(column) && !isNamed(subject, text) ? text : redact(text, subject)
  }
  const { upload = Prisma.sql`null::uuid` } = PART_OF[table] ?? {}
  const rows = await select(
    tx,
    { at: text, text: text.notNull(), held: bool, uploadId: uuid.or(null) },
    Prisma.sql`
    select t.ctid::text as at, t.${name}::text as text, ${heldLine(table, scope)} as held, ${upload} as "uploadId"
      from ${at} t
     where t.ctid >= ${`(${from},0)`}::tid and t.ctid < ${`(${from + PAGES},0)`}::tid
       and ${namedLater(table, erasedAt)} is not true
       and t.${name} is not null and ${mayMention(Prisma.sql`t.${name}::text`, subject)}`,
  )
  const named = rows.filter((row) => {
    const before = json ? JSON.stringify(JSON.parse(row.text)) : row.text
    return without(row.text) !== before
  })
  const free = named.filter(({ held }) => !held)
  // rows and checks of an upload change under its lock, in any order
  await lockUploads(
    tx,
    free.flatMap(({ uploadId }) => uploadId ?? []),
  )
  const found = { changed: 0, held: named.length - free.length, moved: 0 }
  for (const row of free) {
    const next = without(row.text)
    const changed = await tx.$executeRaw`
      update ${at} t set ${name} = ${table === 'saved_views' ? unusedName(next) : next}${Prisma.raw(json ? '::jsonb' : '')}
       where ctid = ${row.at}::tid and ${name}::text = ${row.text}`
    found.changed += changed
    found.moved += 1 - changed
  }
  return found
}

const lockUploads = (tx: Tx, ids: string[]): Promise<number> =>
  tx.$executeRaw`select from uploads where id = any(${ids}::uuid[]) order by id for no key update`

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
