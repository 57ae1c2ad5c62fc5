import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { readSentFile } from '@/lib/http/body.server'
import type { ReceivedFile } from '@/lib/payments/reports/receive.server'
import { Refusal } from '@/lib/platform/refusal'
import { documentName } from '@/lib/reviews/item/documents.server'
import { MAX_BYTES } from '@/lib/tables/table'

/** The OpenAPI entry of a request whose body is a report. */
export const REPORT_BODY = {
  answers: [201],
  bodyAs: {
    media: 'application/octet-stream',
    text: 'The report: a pain.002, a ZIP of several, or a table of the bank’s portal (CSV or XLSX).',
  },
  headers: { 'x-file-name': 'Its name, percent-encoded.' },
}

/** Reads a report from a request body, up to the size limit. @throws Refusal 400, 401, 408, 413 file_too_large */
export async function readReportBody(
  request: Request,
  actor: Actor,
  runId: string | null,
): Promise<ReceivedFile> {
  const refusal = new Refusal(413, 'file_too_large', 'The report is larger than 20 MB. Split it.')
  const bytes = await readSentFile(request, actor, MAX_BYTES, { refusal })
  return { fileName: documentName(request), bytes, runId }
}
