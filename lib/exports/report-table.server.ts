import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import type { Actor } from '@/lib/auth/roles'
import { lineViews } from '@/lib/payments/reports/line-views.server'
import type { ReportDigest } from '@/lib/payments/reports/summary.server'
import type { ReportLineView } from '@/lib/payments/reports/view'
import { visibleReports } from '@/lib/payments/reports/visible.server'
import { db } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import type { ReportTopic } from '@/lib/tables/reports/report'
import { csvLine } from '@/lib/tables/write/write-csv'

const PAGE = 1_000

/** The columns of the table: fixed, so that programs can read it in any language. */
const COLUMNS = {
  line: ({ number }) => number,
  name: ({ name }) => name,
  iban: ({ iban }) => iban,
  amount: ({ amount }) => amount,
  currency: ({ currency }) => currency,
  code: ({ code }) => code,
  result: ({ result }) => result,
  bankName: ({ bankName }) => bankName,
  reasonCode: ({ reasonCode }) => reasonCode,
  texts: ({ texts }) => texts.join(' | '),
  ours: ({ ours }) => ours,
  differs: ({ differs }) => (differs ? 'yes' : 'no'),
  changed: ({ changed }) => (changed ? 'yes' : 'no'),
  join: ({ join }) => join,
  endToEndId: ({ endToEndId }) => endToEndId,
  instructionId: ({ instructionId }) => instructionId,
  uetr: ({ uetr }) => uetr,
  paymentInformationId: ({ batchId }) => batchId,
  messageId: ({ messageId }) => messageId,
  checkId: ({ verificationId }) => verificationId,
} satisfies Record<string, (line: ReportLineView) => string | number | null>

/** A report as a CSV file, streamed; masked for masked roles. The export is audited. @throws Refusal 404 */
export async function reportTable(
  id: string,
  by: { actor: Actor; auditActor: AuditActor },
): Promise<{ name: string; type: string; pieces: AsyncGenerator<string> }> {
  const report = await db().paymentReport.findFirst({
    where: { id, ...visibleReports(by.actor) },
    select: { fileName: true, uploadId: true, about: true, summary: true },
  })
  if (!report) throw notFound()
  const { totals, changed } = report.summary as ReportDigest
  const details = { format: 'csv', count: totals.lines }
  await db().$transaction((tx) =>
    record(
      {
        by: by.auditActor,
        action: 'payment.report_exported',
        object: { type: 'payment_report', id },
        details,
      },
      tx,
    ),
  )
  const of = { id, runId: report.uploadId, about: report.about as ReportTopic, changed }
  const name = `${report.fileName.replace(/\.[^.]{1,5}$/, '')}-table.csv`
  return { name, type: 'text/csv; charset=utf-8', pieces: csvOf(of, by.actor) }
}

async function* csvOf(of: Parameters<typeof lineViews>[0], actor: Actor): AsyncGenerator<string> {
  yield `\ufeff${csvLine(Object.keys(COLUMNS))}`
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof lineViews>> = await lineViews(of, { after, size: PAGE }, actor)
    yield page.items
      .map((line) => csvLine(Object.values(COLUMNS).map((cell) => String(cell(line) ?? ''))))
      .join('')
    after = page.nextAfter
  }
}
