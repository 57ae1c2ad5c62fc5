import 'server-only'
import { GATES } from '@/lib/payments/gate/gate'
import type { ReportJoin } from '@/lib/payments/reports/view'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { int4, oneOf, select, text } from '@/lib/platform/sql/select.server'
import { storableJson } from '@/lib/platform/sql/storable'
import { ACCOUNT_KINDS } from '@/lib/tables/payments/line'
import type { ReportEntry } from '@/lib/tables/reports/report'

const BATCH = 5_000

/** A line of a report as it is stored. `number`: the payment line that it was joined to. */
export type StoredReportLine = Omit<ReportEntry, 'document' | 'remittance'> & {
  join: ReportJoin
  number: number | null
  verificationId: string | null
}

/** Replaces all stored lines of a report. */
export async function storeReportLines(
  tx: Tx,
  { reportId, runId }: { reportId: string; runId: string | null },
  lines: readonly StoredReportLine[],
): Promise<void> {
  await tx.paymentReportLine.deleteMany({ where: { reportId } })
  for (let from = 0; from < lines.length; from += BATCH) {
    const rows = storableJson(lines.slice(from, from + BATCH))
    await tx.$executeRaw`
      insert into payment_report_lines (report_id, upload_id, position, number, "join", code, reason_code, texts,
        bank_name, message_id, batch_id, end_to_end_id, instruction_id, uetr, iban, name, amount, currency, verification_id)
      select ${reportId}::uuid, case when l.number is null then null else ${runId}::uuid end, l.position, l.number,
             l."join", l.code, l."reasonCode", array(select jsonb_array_elements_text(l.texts)), l."bankName",
             l."messageId", l."batchId", l."endToEndId", l."instructionId", l.uetr, l.iban, l.name, l.amount, l.currency,
             l."verificationId"
        from jsonb_to_recordset(${rows}::jsonb) as l(
             position int, number int, "join" text, code text, "reasonCode" text, texts jsonb, "bankName" text,
             "messageId" text, "batchId" text, "endToEndId" text, "instructionId" text, uetr text, iban text, name text,
             amount numeric, currency text, "verificationId" uuid)`
  }
}

const PAYABLE = {
  number: int4,
  batch: int4,
  batchId: text.or(null),
  amount: text.or(null),
  currency: text.or(null),
  iban: text.or(null),
  name: text.or(null),
  endToEndId: text.or(null),
  instructionId: text.or(null),
  uetr: text.or(null),
  remittance: text.or(null),
  account: oneOf(ACCOUNT_KINDS),
  gate: oneOf(GATES),
  release: int4.or(null),
}

/** The lines of a run in its order, with all that a report can name them by, and the number of their release. */
export const payableLines = (tx: Tx, runId: string) =>
  select(
    tx,
    PAYABLE,
    Prisma.sql`
    select l.number, l.batch, l.batch_id as "batchId", l.amount::text as amount, l.currency, l.iban, l.name,
           l.end_to_end_id as "endToEndId", l.instruction_id as "instructionId", l.uetr, l.remittance, l.account,
           l.gate, r.number as release
      from payment_lines l left join payment_releases r on r.id = l.release_id
     where l.upload_id = ${runId}::uuid order by l.number`,
  )
export type StoredPayable = Awaited<ReturnType<typeof payableLines>>[number]
