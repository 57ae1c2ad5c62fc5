import 'server-only'
import { recordNow } from '@/lib/audit/record.server'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import { type FixedColumns, fixedCells, tableFile } from '@/lib/exports/table-file.server'
import type { FileStream } from '@/lib/http/download.server'
import { readLinePage } from '@/lib/payments/lines/page.server'
import { pendingRunKind } from '@/lib/payments/pending-run.server'
import { notReady, runUnreadable } from '@/lib/payments/release/refusals'
import type { LinePage, LineView } from '@/lib/payments/view'
import { db, Prisma } from '@/lib/platform/db.server'
import { notFound } from '@/lib/platform/refusal'
import { isMaskedExport } from '@/lib/retention/cutoff.server'
import type { ListFormat } from '@/lib/tables/table'
import { baseName } from '@/lib/uploads/original.server'
import { visibleUploads } from '@/lib/uploads/visible.server'

/** How many lines are read at once: few, so that slow downloads don't fill the memory. */
const PAGE = 500

/** The columns of the list. They are the same in every language, so that programs can read it. */
const COLUMNS = {
  line: ({ number }) => number,
  name: ({ name }) => name,
  iban: ({ iban }) => iban,
  amount: ({ amount }) => amount,
  currency: ({ currency }) => currency,
  dueDate: ({ dueOn }) => dueOn,
  gate: ({ gate }) => gate,
  reason: ({ reason }) => reason,
  result: ({ result }) => result,
  bankName: ({ bankName }) => bankName,
  correctedName: ({ correctedName }) => correctedName,
  reportedCode: ({ bank }) => bank?.code,
  reportedName: ({ bank }) => bank?.bankName,
  differs: ({ bank }) => (bank?.differs ? 'yes' : 'no'),
  release: ({ release }) => release,
  endToEndId: ({ endToEndId }) => endToEndId,
  instructionId: ({ instructionId }) => instructionId,
  uetr: ({ uetr }) => uetr,
  paymentInformationId: ({ batchId }) => batchId,
  debtorIban: ({ debtorIban }) => debtorIban,
  ultimateCreditor: ({ ultimateCreditor }) => ultimateCreditor,
  remittance: ({ remittance }) => remittance,
  checkId: ({ verificationId }) => verificationId,
  reviewId: ({ reviewId }) => reviewId,
} satisfies FixedColumns<LineView>

/**
 * Exports every line of a payment run as CSV or as a workbook, in the order of its file, with the stored gate. It is
 * masked for masked roles, and for everybody once the run is older than the mask period. The export is
 * audited before the first chunk.
 * @throws Refusal 404; 409 run_not_ready | run_unreadable
 */
export async function exportPaymentList(
  id: string,
  format: ListFormat,
  by: RequestedBy,
): Promise<FileStream> {
  const run = await db().paymentRun.findFirst({
    where: { uploadId: id, upload: visibleUploads(by.actor) },
    select: { lines: true, state: true, upload: { select: { fileName: true, createdAt: true } } },
  })
  if (!run && (await pendingRunKind(id, by.actor)) === null) throw notFound()
  if (!run || run.state === 'reading') throw notReady()
  if (run.state === 'unreadable') throw runUnreadable()
  const masked = await isMaskedExport(by.actor, run.upload.createdAt)
  const details = { format, count: run.lines }
  await recordNow({
    by: by.auditActor,
    action: 'payment.list_exported',
    object: { type: 'upload', id },
    details,
  })
  const lines = fixedCells(COLUMNS, pagesOf(id, { actor: by.actor, masked }))
  return tableFile(lines, { base: `${baseName(run.upload.fileName)}-list`, format, sheet: 'lines' })
}

async function* pagesOf(id: string, viewer: { actor: Actor; masked: boolean }): AsyncGenerator<LineView[]> {
  const where = Prisma.sql`m.upload_id = ${id}::uuid`
  for (let after: number | null = 0; after !== null; ) {
    const page: Omit<LinePage, 'total'> = await readLinePage(id, where, { after, size: PAGE }, viewer)
    yield page.items
    after = page.nextCursor
  }
}
