import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { readPaymentPolicy } from '@/lib/payments/policy.server'
import { readPaymentRun } from '@/lib/payments/runs.server'
import type { ReleasePart } from '@/lib/payments/view'
import { canonicalJson } from '@/lib/platform/canonical'
import { decrypt } from '@/lib/platform/crypto.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { readLines } from '@/lib/platform/lines.server'
import { csvLine } from '@/lib/tables/write/write-csv'

/**
 * The run of an upload as JSON, like the page shows it, with the current policy. Each of its releases has the policy and
 * the longest name with which it was made. Null: the upload has no run.
 */
export async function paymentRunText(uploadId: string, actor: Actor): Promise<string | null> {
  if ((await db().paymentRun.count({ where: { uploadId } })) === 0) return null
  const { may: _, ...run } = await readPaymentRun(uploadId, actor)
  return canonicalJson({ format: 'accord-payment-run-1', policy: await readPaymentPolicy(), run })
}

const PAGE = 2_000

async function* pages<Row extends object>(query: (after: number) => Prisma.Sql, at: (row: Row) => number) {
  for (let after = 0; ; ) {
    const rows = await readLines<Row>(query(after))
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = at(last)
  }
}

/** The lines of a run with their gates, in pages. `release`: the number of the release, or null. */
export const paymentLinesOf = (uploadId: string): AsyncGenerator<object[]> =>
  pages<{ number: number }>(
    (after) => Prisma.sql`
    select l.number, l.batch_id as "batchId", l.debtor_iban as "debtorIban", l.debtor_name as "debtorName",
           l.due_on as "dueOn", l.amount::text as amount, l.currency, l.account, l.iban, l.name,
           l.end_to_end_id as "endToEndId", l.instruction_id as "instructionId", l.uetr, l.remittance,
           l.ultimate_creditor as "ultimateCreditor", l.gate, l.gate_reason as reason, p.number as release
      from payment_lines l left join payment_releases p on p.id = l.release_id
     where l.upload_id = ${uploadId}::uuid and l.number > ${after}::int order by l.number limit ${PAGE}`,
    ({ number }) => number,
  )

/** The confirmations of reviewers about lines of a run, oldest first. */
export const confirmationsOf = (uploadId: string): Promise<object[]> =>
  readLines(Prisma.sql`
    select y.id, y.number, y.kind, y.call_back as "callBack", y.reason, u.name as by, y.at
      from payment_confirmations y join users u on u.id = y.by_id
     where y.upload_id = ${uploadId}::uuid order by y.at, y.id`)

type KeptFile = {
  releaseId: string
  number: number
  part: ReleasePart
  fileName: string
}

/**
 * The files of the releases of a run that retention has not deleted, by release. Released and held files only if they
 * were downloaded and may be at a bank: a pack must not give out any other file that a bank could pay.
 */
export const filesOfReleases = (uploadId: string): Promise<KeptFile[]> =>
  readLines(Prisma.sql`
    select f.release_id as "releaseId", p.number, f.part, f.file_name as "fileName"
      from payment_files f join payment_releases p on p.id = f.release_id
     where p.upload_id = ${uploadId}::uuid and case f.part
             when 'released' then p.released_downloaded_at is not null
             when 'held' then p.held_downloaded_at is not null and p.held_not_sent_at is null else true end
     order by p.number, f.part`)

/** The bytes of a file of a release; null if retention has deleted it in the meantime. */
export async function releaseFileBytes({ releaseId, part }: KeptFile): Promise<Uint8Array | null> {
  const file = await db().paymentFile.findUnique({
    where: { releaseId_part: { releaseId, part } },
    select: { cipher: true },
  })
  return file && decrypt(file.cipher, `payment_files|cipher|${releaseId}:${part}`)
}

type JoinedReport = { id: string; number: number; fileName: string }

/** The bank reports of a run. */
export const reportsOf = (uploadId: string): Promise<JoinedReport[]> =>
  readLines(Prisma.sql`
    select id, number, file_name as "fileName" from payment_reports
     where upload_id = ${uploadId}::uuid order by number`)

/** The bytes of a report as the bank sent it; null if retention has deleted it. */
export async function reportBytes({ id }: JoinedReport): Promise<Uint8Array | null> {
  const report = await db().paymentReport.findUnique({ where: { id }, select: { cipher: true } })
  return report?.cipher ? decrypt(report.cipher, `payment_reports|cipher|${id}`) : null
}

const COLUMNS = [
  ...[
    'position',
    'number',
    'join',
    'code',
    'reasonCode',
    'texts',
    'bankName',
    'name',
    'iban',
    'amount',
    'currency',
  ],
  ...['endToEndId', 'instructionId', 'uetr', 'batchId', 'messageId', 'verificationId'],
] as const
type ReportRow = Record<(typeof COLUMNS)[number], string | number | null> & { position: number }

/** The lines of a report as CSV: what was read from it, and the payment line that each was joined to. */
export async function* reportCsv({ id }: JoinedReport): AsyncGenerator<string> {
  yield `\ufeff${csvLine(COLUMNS)}`
  const rows = pages<ReportRow>(
    (after) => Prisma.sql`
    select j.position, j.number, j."join", j.code, j.reason_code as "reasonCode",
           array_to_string(j.texts, ' | ') as texts, j.bank_name as "bankName", coalesce(j.name, l.name) as name,
           coalesce(j.iban, l.iban) as iban, coalesce(j.amount, l.amount)::text as amount,
           coalesce(j.currency, l.currency) as currency, j.end_to_end_id as "endToEndId",
           j.instruction_id as "instructionId", j.uetr, j.batch_id as "batchId", j.message_id as "messageId",
           j.verification_id as "verificationId"
      from payment_report_lines j left join payment_lines l on l.upload_id = j.upload_id and l.number = j.number
     where j.report_id = ${id}::uuid and j.position > ${after}::int order by j.position limit ${PAGE}`,
    ({ position }) => position,
  )
  for await (const page of rows)
    yield page.map((row) => csvLine(COLUMNS.map((column) => String(row[column] ?? '')))).join('')
}
