import 'server-only'
import { keyedFileHash } from '@/lib/audit/seal.server'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { bool, int4, json, select, text, uuid } from '@/lib/platform/sql/select.server'
import { mayMention } from '@/lib/retention/mention.server'
import { reportHeld } from '@/lib/retention/payments/due.server'
import type { HeldScope } from '@/lib/retention/scope.server'
import { type DataSubject, mentionsIn, redact } from '@/lib/retention/subject'

/** What to erase. `before`: when the erasure was confirmed. Later data is kept, because it has a reason of its own. */
export type ErasedSubject = { subject: DataSubject; before: Date }
/** The same, with what legal holds cover. */
export type ErasureTarget = ErasedSubject & { scope: HeldScope }

/** `changed`: places that were erased. `held`: places that name the subject and that a legal hold keeps unchanged. */
export type Redaction = { changed: number; held: number }

/** `uploadIds`: the uploads whose files were deleted. */
export type FileRedaction = Redaction & { uploadIds: string[] }

/**
 * Deletes the files of these uploads, because they still hold what was erased from their lines: the originals, the
 * files of releases, and the bank reports.
 * @param ids uploads that no legal hold covers
 * @returns how many files were deleted
 */
export async function dropFilesOf(tx: Tx, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const originals = await tx.$executeRaw`delete from upload_originals where upload_id = any(${ids}::uuid[])`
  const reports = await dropReportFiles(tx, Prisma.sql`r.upload_id = any(${ids}::uuid[])`)
  return originals + reports + (await dropReleaseFiles(tx, ids))
}

/**
 * Deletes the files that hold the values of these checks: those of their uploads, and bank reports about them. Files of
 * uploads on legal hold stay.
 * @returns how many files were deleted
 */
export async function dropFilesOfChecks(
  tx: Tx,
  checkIds: string[],
  { uploadIds: held }: HeldScope,
): Promise<number> {
  const uploads = await select(
    tx,
    { id: uuid },
    Prisma.sql`
    select distinct x.upload_id as id from upload_rows x
     where x.verification_id = any(${checkIds}::uuid[]) and not x.upload_id = any(${held}::uuid[])`,
  )
  const files = await dropFilesOf(
    tx,
    uploads.map(({ id }) => id),
  )
  const reports = await dropReportFiles(
    tx,
    Prisma.sql`not coalesce(r.upload_id = any(${held}::uuid[]), false) and exists (
      select from payment_report_lines j where j.report_id = r.id and j.verification_id = any(${checkIds}::uuid[]))`,
  )
  return files + reports
}

/** Deletes the files of these bank reports (alias `r`), and makes their hashes keyed. @returns how many files */
export async function dropReportFiles(tx: Tx, which: Prisma.Sql): Promise<number> {
  const kept = await select(
    tx,
    { id: uuid, hash: text, whole: bool },
    Prisma.sql`
    select r.id, r.sha256 as hash, r.cipher is not null as whole from payment_reports r
     where ${which} order by r.id for update`,
  )
  const [ids, hashes] = [kept.map(({ id }) => id), kept.map(({ hash }) => keyedFileHash(hash))]
  await tx.$executeRaw`
    update payment_reports r set cipher = null, sha256 = s.hash
      from unnest(${ids}::uuid[], ${hashes}::text[]) as s(id, hash) where r.id = s.id`
  return kept.filter(({ whole }) => whole).length
}

/** Deletes the files of bank reports whose MsgIds or legend mention the subject. @returns how many */
export async function dropNamedReports(tx: Tx, { subject, scope, before }: ErasureTarget): Promise<number> {
  const reports = await select(
    tx,
    { id: uuid, summary: json<unknown>() },
    Prisma.sql`
    select r.id, r.summary from payment_reports r
     where r.received_at <= ${before}::timestamptz and not ${reportHeld(scope)}
       and ${mayMention(Prisma.sql`r.summary::text`, subject)}`,
  )
  const ids = reports.filter(({ summary }) => mentionsIn(summary, subject)).map(({ id }) => id)
  return dropReportFiles(tx, Prisma.sql`r.id = any(${ids}::uuid[])`)
}

/** Deletes the files of all releases of these uploads. @returns how many */
export const dropReleaseFiles = (tx: Tx, uploadIds: string[]): Promise<number> => tx.$executeRaw`
  delete from payment_files f using payment_releases p
   where p.id = f.release_id and p.upload_id = any(${uploadIds}::uuid[])`

const NAMED = { id: uuid, held: bool, later: bool, fileName: text, messageIds: text, files: int4 }

/** `held`: by a legal hold. `later`: made after the erasure. `inFiles`: its files hold the text that mentions the subject. */
export type NamedRun = {
  id: string
  held: boolean
  later: boolean
  inFiles: boolean
  files: number
  fileName: string
}

/** The runs whose file name or MsgId mentions the subject: read before these texts are redacted. */
export async function namedRuns(tx: Tx, { subject, scope, before }: ErasureTarget): Promise<NamedRun[]> {
  const runs = await select(
    tx,
    NAMED,
    Prisma.sql`
    select * from (
      select u.id, u.id = any(${scope.uploadIds}::uuid[]) as held, u.created_at > ${before}::timestamptz as later,
             u.file_name as "fileName",
             concat_ws(' ', g.message_id,
               (select string_agg(m.message_id, ' ') from payment_messages m where m.upload_id = u.id),
               (select string_agg(concat_ws(' ', p.message_id, p.held_message_id), ' ')
                  from payment_releases p where p.upload_id = u.id)) as "messageIds",
             (select count(*)::int from payment_files f join payment_releases p on p.id = f.release_id
               where p.upload_id = u.id) as files
        from payment_runs g join uploads u on u.id = g.upload_id) run
     where ${mayMention(Prisma.sql`concat_ws(' ', run."fileName", run."messageIds")`, subject)}
     order by run.id`,
  )
  const mentions = (words: string) => redact(words, subject) !== words
  return runs.flatMap(({ fileName, messageIds, ...run }) => {
    const inFiles = mentions(messageIds)
    return inFiles || mentions(fileName) ? [{ ...run, fileName, inFiles }] : []
  })
}

/**
 * Deletes the files of these runs of before the erasure: a manifest holds the file name, and the other files hold the
 * MsgId. The runs are locked, so a concurrent release either has stored its files already, or finds that the texts have
 * changed.
 */
export async function dropNamedFiles(tx: Tx, runs: readonly NamedRun[]): Promise<FileRedaction> {
  const sum: FileRedaction = { changed: 0, held: 0, uploadIds: [] }
  for (const { id, held, later, inFiles, files } of runs) {
    if (later) continue
    if (held) {
      if (inFiles || files > 0) sum.held += 1
      continue
    }
    if (inFiles) {
      sum.changed += await dropFilesOf(tx, [id])
      sum.uploadIds.push(id)
      sum.changed += await tx.$executeRaw`
        update payment_releases set message_id = null, held_message_id = null where upload_id = ${id}::uuid`
    } else sum.changed += await dropReleaseFiles(tx, [id])
  }
  return sum
}
