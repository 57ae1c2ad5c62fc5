import 'server-only'
import { recordNow } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { ALL_CHANGE_COLUMNS, type ChangeColumn } from '@/lib/exports/change-columns'
import { changeLayoutPreference } from '@/lib/exports/change-layout.server'
import { tableFile } from '@/lib/exports/table-file.server'
import type { FileStream } from '@/lib/http/download.server'
import { cellTime } from '@/lib/platform/days/period'
import { db } from '@/lib/platform/db.server'
import type { Locale } from '@/lib/platform/language/locale'
import { translator } from '@/lib/platform/language/translator.server'
import { notFound } from '@/lib/platform/refusal'
import type { ListFormat } from '@/lib/tables/table'
import { type CorrectedRow, readCorrectedRows } from '@/lib/uploads/corrections/rows.server'
import { baseName } from '@/lib/uploads/original.server'
import { visibleUploads } from '@/lib/uploads/visible.server'

/**
 * Exports the names to change in an ERP or address book: each row of an upload whose bank's name was adopted, with who
 * approved it, when, and the check that is its evidence. A person gets the columns of their layout, an API key all.
 * Audited.
 * @throws Refusal 404; 409 nothing_corrected
 */
export async function exportChangeList(
  id: string,
  as: ListFormat,
  locale: Locale,
  by: RequestedBy,
): Promise<FileStream> {
  const upload = await db().upload.findFirst({
    where: { id, ...visibleUploads(by.actor) },
    select: { fileName: true },
  })
  if (!upload) throw notFound()
  const rows = await readCorrectedRows(id)
  const details = { format: 'changes', as, rows: rows.length }
  await recordNow({ by: by.auditActor, action: 'upload.exported', object: { type: 'upload', id }, details })
  const t = translator(locale, 'exports.changes')
  const { columns } = by.auditActor.keyId
    ? ALL_CHANGE_COLUMNS
    : await changeLayoutPreference.read(by.actor.id)
  const lines = (async function* () {
    yield [columns.map((column) => t(column))]
    yield rows.map((row) => columns.map((column) => cellOf(row, column)))
  })()
  return tableFile(lines, { base: `${baseName(upload.fileName)}-changes`, format: as, sheet: t('sheet') })
}

const cellOf = (row: CorrectedRow, column: ChangeColumn): string =>
  ({
    row: String(row.row),
    reference: row.reference ?? '',
    iban: row.iban,
    oldName: row.name,
    newName: row.correctedName,
    approvedBy: row.approvedBy ?? '',
    approvedAt: cellTime(row.approvedAt.toISOString()),
    evidence: row.verificationId,
  })[column]
