import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import type { PackFile } from '@/lib/exports/evidence/parts.server'
import { jsonLines, slices } from '@/lib/exports/evidence/parts.server'
import {
  confirmationsOf,
  filesOfReleases,
  paymentLinesOf,
  paymentRunText,
  releaseFileBytes,
  reportBytes,
  reportCsv,
  reportsOf,
} from '@/lib/exports/records/payments.server'
import { RELEASE } from '@/lib/exports/verifier/payments'

/**
 * The files about a payment run in the evidence pack of its upload: the run with its policy, each line with its gate,
 * the confirmations, the files and the manifest of each release, and each bank report as received and as a table.
 */
export async function* paymentParts(uploadId: string, actor: Actor): AsyncGenerator<PackFile> {
  const run = await paymentRunText(uploadId, actor)
  if (run === null) return
  yield { path: 'payments/run.json', pieces: [run] }
  yield { path: 'payments/lines.jsonl', pieces: jsonLines(paymentLinesOf(uploadId)) }
  const confirmations = await confirmationsOf(uploadId)
  if (confirmations.length > 0)
    yield { path: 'payments/confirmations.jsonl', pieces: jsonLines([confirmations]) }
  for (const file of await filesOfReleases(uploadId)) {
    const name = file.part === 'manifest' ? RELEASE : file.fileName
    const bytes = await releaseFileBytes(file)
    if (bytes) yield { path: `payments/release-${file.number}/${name}`, pieces: slices(bytes) }
  }
  for (const report of await reportsOf(uploadId)) {
    const folder = `payments/report-${report.number}`
    const bytes = await reportBytes(report)
    if (bytes) yield { path: `${folder}/received/${report.fileName}`, pieces: slices(bytes) }
    yield { path: `${folder}/table.csv`, pieces: reportCsv(report) }
  }
}
