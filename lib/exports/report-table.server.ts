import 'server-only'
import { recordNow } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { type FixedColumns, fixedCells, tableFile } from '@/lib/exports/table-file.server'
import type { FileStream } from '@/lib/http/download.server'
import { lineViews } from '@/lib/payments/reports/line-views.server'
import type { ReportLineView } from '@/lib/payments/reports/view'
import { visibleReport } from '@/lib/payments/reports/visible.server'
import { isMaskedExport } from '@/lib/retention/cutoff.server'
import type { ListFormat } from '@/lib/tables/table'
import { baseName } from '@/lib/uploads/original.server'

const PAGE = 1_000

/** The columns of the table. They are the same in every language, so that programs can read it. */
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
} satisfies FixedColumns<ReportLineView>

/**
 * Exports every line of a report. Masked for masked roles, and for everybody once its run, or a report without a run, is
 * as old as exports are masked. Audited before the first chunk.
 * @throws Refusal 404
 */
export async function exportReportTable(
  id: string,
  format: ListFormat,
  by: RequestedBy,
): Promise<FileStream> {
  const report = await visibleReport(id, by.actor)
  const { runId, about, fileName } = report
  const { totals, changed } = report.summary
  const masked = await isMaskedExport(by.actor, report.runCreatedAt ?? report.receivedAt)
  const details = { format, count: totals.lines }
  const object = { type: 'payment_report', id }
  await recordNow({ by: by.auditActor, action: 'payment.report_exported', object, details })
  const of = { id, runId, about, changed }
  const base = `${baseName(fileName)}-table`
  const pages = pagesOf(of, { actor: by.actor, masked })
  return tableFile(fixedCells(COLUMNS, pages), { base, format, sheet: 'lines' })
}

async function* pagesOf(
  of: Parameters<typeof lineViews>[0],
  viewer: Parameters<typeof lineViews>[2],
): AsyncGenerator<ReportLineView[]> {
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<typeof lineViews>> = await lineViews(of, { after, size: PAGE }, viewer)
    yield page.items
    after = page.nextAfter
  }
}
