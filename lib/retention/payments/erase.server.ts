import 'server-only'
import { paidIbanDigest, supplierDigest } from '@/lib/payments/lines/digests.server'
import { lockPaymentRuns } from '@/lib/payments/lock-runs.server'
import { HAS_UNREAD_PAYMENTS } from '@/lib/payments/pending-run.server'
import { hexOf } from '@/lib/platform/crypto.server'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { int4, select, selectOne, text } from '@/lib/platform/sql/select.server'
import {
  dropNamedFiles,
  dropNamedReports,
  type ErasureTarget,
  type NamedRun,
  namedRuns,
  type Redaction,
} from '@/lib/retention/payments/drop-files.server'
import { eraseLines, findLines } from '@/lib/retention/payments/erase-lines.server'
import { eraseReportLines, lockReports } from '@/lib/retention/payments/erase-report-lines.server'
import { keyFileHashes, lockUploads } from '@/lib/retention/strip.server'
import { redact } from '@/lib/retention/subject'

/**
 * Erases a subject from payment lines that have no check, from bank reports, from files of releases, and from the known
 * IBANs of suppliers. Lines with a check lose their values together with it (`stripPayments`).
 */
export async function erasePayments(tx: Tx, erasure: ErasureTarget): Promise<Redaction> {
  const unread = await countUnread(tx, erasure.before)
  const runs = await namedRuns(tx, erasure)
  const found = await findLines(tx, erasure)
  const runIds = [...runs.map(({ id }) => id), ...found.runIds]
  // first, and all of them: a report about several runs locks them in ID order too
  await lockPaymentRuns(tx, runIds)
  const reportIds = await lockReports(tx, erasure, runIds)
  const named = await dropNamedFiles(tx, runs)
  const known = await deleteSuppliers(tx, erasure)
  const lines = await eraseLines(tx, erasure, found.runIds)
  const said = await eraseReportLines(tx, erasure, reportIds)
  const reports = await dropNamedReports(tx, erasure)
  // last, because a change of lines touches the upload afterwards
  const hashed = [...named.uploadIds, ...lines.uploadIds]
  await lockUploads(tx, Prisma.sql`select unnest(${[...runIds, ...hashed]}::uuid[])`)
  const renamed = await redactFileNames(tx, runs, erasure)
  await keyFileHashes(tx, Prisma.sql`u.id = any(${hashed}::uuid[])`)
  return {
    changed: known + lines.changed + said.changed + named.changed + reports + renamed,
    held: unread + found.held + said.held + named.held,
  }
}

/**
 * How many uploads have payments that are about to be read from their file, and may name the subject. Counted before the
 * lines are read, so that each is either counted or has its lines.
 */
async function countUnread(tx: Tx, before: Date): Promise<number> {
  const { unread } = await selectOne(
    tx,
    { unread: int4 },
    Prisma.sql`
    select count(*)::int as unread from uploads u
     where u.created_at <= ${before}::timestamptz and ${HAS_UNREAD_PAYMENTS}`,
  )
  return unread
}

/** In the transaction that deletes the manifests with these names: a release that waits for it then finds others. */
async function redactFileNames(tx: Tx, runs: NamedRun[], { subject }: ErasureTarget): Promise<number> {
  let changed = 0
  for (const { id, held, fileName } of runs)
    if (!held && redact(fileName, subject) !== fileName)
      changed += await tx.$executeRaw`
        update uploads set file_name = ${redact(fileName, subject)} where id = ${id}::uuid`
  return changed
}

/** Deletes known IBANs. A supplier is a name per debtor account, so a name has one digest for each account. */
async function deleteSuppliers(tx: Tx, { subject, scope, before }: ErasureTarget): Promise<number> {
  const digests =
    subject.kind === 'iban' ? [paidIbanDigest(subject.key)] : await supplierDigestsOf(tx, subject.value)
  const column = subject.kind === 'iban' ? Prisma.sql`s.iban_digest` : Prisma.sql`s.supplier`
  return tx.$executeRaw`
    delete from supplier_ibans s using payment_releases p
     where p.id = s.release_id and s.at <= ${before}::timestamptz and not p.upload_id = any(${scope.uploadIds}::uuid[])
       and encode(${column}, 'hex') = any(${digests.map(hexOf)}::text[])`
}

async function supplierDigestsOf(tx: Tx, name: string): Promise<Uint8Array[]> {
  const accounts = await select(
    tx,
    { iban: text },
    Prisma.sql`select distinct coalesce(debtor_iban, '') as iban from payment_lines`,
  )
  return accounts.flatMap(({ iban }) => supplierDigest(name, iban) ?? [])
}
