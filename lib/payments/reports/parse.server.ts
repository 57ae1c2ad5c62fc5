import 'server-only'
import { Refusal } from '@/lib/platform/refusal'
import type { BankReport, ReportProblem } from '@/lib/tables/reports/report'
import { FileUnreadable, withFileThread } from '@/lib/tables/thread/file-thread.server'

const SENTENCES: Record<ReportProblem['problem'], string> = {
  file_empty: 'The file has no lines. Download the report again.',
  file_too_large: 'The report is larger than 20 MB. Split it.',
  encoding_undetermined: 'The characters of the file can’t be read. Download the report again.',
  report_not_found:
    'This file is neither a pain.002 nor a table with the results of a beneficiary name check. Choose another file.',
  report_broken: 'The XML of the report is damaged. Download it again.',
  report_doctype: 'The XML has a document type declaration (DOCTYPE), which isn’t allowed. Remove it.',
  report_too_deep:
    'The report has more than 64 levels of elements, so it isn’t a pain.002. Choose another file.',
  report_zip: 'The ZIP file is damaged or encrypted. Download it again.',
  too_many_rows: 'The report has more than 100,000 lines. Split it.',
  file_unpacks_too_large: 'The report is too large when it is unpacked. Load its files one by one.',
  table_codes_missing:
    'The table has no column with the codes MTCH, CMTC, NMTC or NOAP. Export it with the results.',
  table_accounts_missing:
    'The table has no column with the IBANs of the payees. Export it with the accounts.',
}

const refusalOf = ({ problem, line, element }: ReportProblem): Refusal => {
  const place = line === undefined ? '' : ` (line ${line}${element ? `, element ${element}` : ''})`
  return new Refusal(problem === 'file_too_large' ? 413 : 422, problem, `${SENTENCES[problem]}${place}`, {
    extra: { ...(line !== undefined && { line }), ...(element && { element }) },
  })
}

/**
 * Reads a bank report in a separate thread. `bytes` is called when one is free, and what it returns is transferred to the
 * thread, so the caller can't use it afterwards.
 * @throws Refusal 413, 422 with line and element where known, 503 threads_busy
 */
export async function parseReport(bytes: () => Uint8Array | Promise<Uint8Array>): Promise<BankReport> {
  try {
    const report = await withFileThread(async (ask) => ask('report', { bytes: await bytes() }))
    if ('problem' in report) throw refusalOf(report)
    return report
  } catch (error) {
    if (error instanceof FileUnreadable)
      throw new Refusal(
        422,
        'report_unreadable',
        'The report took too much time or memory to read. Split it.',
      )
    throw error
  }
}
