import 'server-only'
import { keyedFileHash } from '@/lib/audit/seal.server'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { select, text, uuid } from '@/lib/platform/sql/select.server'
import type { Cutoffs } from '@/lib/retention/cutoff.server'
import { dropReleaseFiles } from '@/lib/retention/payments/drop-files.server'
import { dueReleaseFiles, dueReportFile, reportHeld } from '@/lib/retention/payments/due.server'
import {
  HAS_PARTIES,
  HAS_TEXTS,
  WITHOUT_PARTIES,
  WITHOUT_TEXTS,
  WITHOUT_WORDS,
} from '@/lib/retention/payments/strip.server'
import { type Count, countedBatches, inBatches } from '@/lib/retention/purge.server'
import { heldScope } from '@/lib/retention/scope.server'
import { allowRedaction, DELETED_FILE_NAME } from '@/lib/retention/strip.server'

const FILE_BATCH = 20
const LINE_BATCH = 5_000

/**
 * Purges payment runs at night. Files of releases and bank reports have the retention period of files. The payees and
 * payers of a run are deleted once its upload is purged.
 */
export async function purgePayments(before: Cutoffs, count: Count): Promise<void> {
  await purgeReleaseFiles(before, count)
  await purgeReportFiles(before, count)
  await purgeReports(before.checks)
  await purgeRuns()
  await purgeMessageIds()
}

const purgeReleaseFiles = (before: Cutoffs, count: Count): Promise<void> =>
  countedBatches(count, 'originals', async (tx) => {
    await allowRedaction(tx)
    const { uploadIds } = await heldScope(tx)
    return tx.$executeRaw`
      delete from payment_files where (release_id, part) in (
        select f.release_id, f.part from payment_files f join payment_releases p on p.id = f.release_id
          join uploads u on u.id = p.upload_id
         where ${dueReleaseFiles(before)} and not p.upload_id = any(${uploadIds}::uuid[]) limit ${FILE_BATCH})`
  })

const purgeReportFiles = (before: Cutoffs, count: Count): Promise<void> =>
  countedBatches(count, 'originals', async (tx) => {
    await allowRedaction(tx)
    // in ID order, as a file that is loaded again locks its reports
    const due = await select(
      tx,
      { id: uuid },
      Prisma.sql`
      select r.id from payment_reports r
       where ${dueReportFile(before)} and not ${reportHeld(await heldScope(tx))} order by r.id limit ${FILE_BATCH} for update`,
    )
    return tx.$executeRaw`
      update payment_reports set cipher = null where id = any(${due.map(({ id }) => id)}::uuid[])`
  })

/** Deletes names, IBANs and texts of old reports, one report or 5,000 lines at a time. Codes, counts and joins stay. */
const purgeReports = (before: Date): Promise<void> =>
  inBatches(async (tx) => {
    await allowRedaction(tx)
    const [due] = await select(
      tx,
      { id: uuid, hash: text },
      Prisma.sql`
      select r.id, r.sha256 as hash from payment_reports r
       where r.purged_at is null and r.received_at < ${before}::timestamptz and not ${reportHeld(await heldScope(tx))}
       order by r.received_at limit 1 for update`,
    )
    if (!due) return 0
    const lines = await tx.$executeRaw`
      update payment_report_lines j set ${WITHOUT_TEXTS} where j.report_id = ${due.id}::uuid and j.position in (
        select j.position from payment_report_lines j where j.report_id = ${due.id}::uuid and ${HAS_TEXTS}
         order by j.position limit ${LINE_BATCH})`
    if (lines === LINE_BATCH) return lines
    await tx.$executeRaw`
      update payment_reports set purged_at = now(), cipher = null, sha256 = ${keyedFileHash(due.hash)},
             file_name = ${DELETED_FILE_NAME},
             summary = summary || '{"messageIds": [], "originalMessageIds": [], "levels": [], "legend": [], "notes": []}'
       where id = ${due.id}::uuid`
    return 1
  })

/** Deletes payees, payers and known IBANs of suppliers from the runs of purged uploads. Amounts and gates stay. */
const purgeRuns = (): Promise<void> =>
  inBatches(async (tx) => {
    const { uploadIds } = await heldScope(tx)
    const [due] = await select(
      tx,
      { id: uuid },
      Prisma.sql`
      select g.upload_id as id from payment_runs g join uploads u on u.id = g.upload_id
       where g.purged_at is null and u.purged_at is not null and not u.id = any(${uploadIds}::uuid[])
       order by g.created_at limit 1 for no key update of g`,
    )
    if (!due) return 0
    await allowRedaction(tx)
    const lines = await tx.$executeRaw`
      update payment_lines l set ${WITHOUT_PARTIES}
       where l.upload_id = ${due.id}::uuid and l.number in (
         select number from payment_lines where upload_id = ${due.id}::uuid and ${HAS_PARTIES}
          order by number limit ${LINE_BATCH})`
    if (lines === LINE_BATCH) return lines
    await closeRun(tx, due.id)
    return 1
  })

/** Deletes the MsgIds of the releases of purged runs: they begin with that of the file, which may hold a name. */
const purgeMessageIds = (): Promise<void> =>
  inBatches(async (tx) => {
    await allowRedaction(tx)
    const { uploadIds } = await heldScope(tx)
    return tx.$executeRaw`
      update payment_releases p set message_id = null, held_message_id = null from payment_runs g
       where g.upload_id = p.upload_id and g.purged_at is not null and not g.upload_id = any(${uploadIds}::uuid[])
         and num_nonnulls(p.message_id, p.held_message_id) > 0`
  })

async function closeRun(tx: Tx, id: string): Promise<void> {
  await tx.$executeRaw`update payment_confirmations y set ${WITHOUT_WORDS} where y.upload_id = ${id}::uuid`
  await tx.$executeRaw`
    delete from supplier_ibans s using payment_releases p where p.id = s.release_id and p.upload_id = ${id}::uuid`
  await dropReleaseFiles(tx, [id])
  await tx.$executeRaw`delete from payment_messages where upload_id = ${id}::uuid`
  await tx.$executeRaw`
    update payment_runs set purged_at = now(), message_id = null, problem_place = null where upload_id = ${id}::uuid`
}
