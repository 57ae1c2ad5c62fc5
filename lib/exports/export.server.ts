import 'server-only'
import { recordNow } from '@/lib/audit/record.server'
import { type Actor, type RequestedBy, seesMasked } from '@/lib/auth/roles'
import { callText } from '@/lib/exports/call-text'
import {
  type ExportColumn,
  type ExportRow,
  type ExportWords,
  tableLines,
  writeJsonFile,
} from '@/lib/exports/columns'
import { historyRows, uploadRows } from '@/lib/exports/rows.server'
import { tableFile } from '@/lib/exports/table-file.server'
import { historyConditions } from '@/lib/history/conditions.server'
import { fixPeriod } from '@/lib/history/period.server'
import type { HistoryExport } from '@/lib/history/search'
import { countHistory } from '@/lib/history/search.server'
import type { FileStream } from '@/lib/http/download.server'
import { officeDay } from '@/lib/platform/days/days.server'
import { cellTime } from '@/lib/platform/days/period'
import { db } from '@/lib/platform/db.server'
import { wordFor } from '@/lib/platform/language/keys'
import type { Locale } from '@/lib/platform/language/locale'
import { translator } from '@/lib/platform/language/translator.server'
import { memoize } from '@/lib/platform/memoize'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { maskedBefore } from '@/lib/retention/cutoff.server'
import { MEDIA_TYPES } from '@/lib/tables/media-types'
import type { ResultFormat } from '@/lib/tables/table'
import { baseName } from '@/lib/uploads/original.server'
import { visibleUploads } from '@/lib/uploads/visible.server'
import type { VerificationView } from '@/lib/verifications/view'

/**
 * Exports every check that a search of the history matches, as a streamed file. Masked for masked roles. The
 * audit entry, with the number of checks and without the search text, is written before the first chunk.
 */
export async function exportHistory(
  ask: HistoryExport,
  locale: Locale,
  by: RequestedBy,
): Promise<FileStream> {
  const filters = await fixPeriod(ask.filters)
  const where = historyConditions({ ...ask, filters }, by.actor)
  const masked = seesMasked(by.actor)
  const ibans = masked ? 'ends' : ask.ibans
  const details = {
    format: ask.format,
    environment: ask.environment,
    filters,
    searched: ask.text !== '',
    ibans,
    count: await countHistory(where),
  }
  await recordNow({ by: by.auditActor, action: 'verification.exported', details })
  const pages = historyRows(where, { names: !masked, ibans, maskedBefore: await maskedBefore() })
  return fileOf(pages, ask.format, `checks-${ask.environment}-${officeDay()}`, locale)
}

/** Exports all rows of one upload with their results, those not sent included. @throws Refusal 404 */
export async function exportUploadRows(
  id: string,
  format: ResultFormat,
  locale: Locale,
  by: RequestedBy,
): Promise<FileStream> {
  const upload = await db().upload.findFirst({
    where: { id, ...visibleUploads(by.actor) },
    select: { fileName: true, fileRows: true },
  })
  if (!upload) throw notFound()
  const details = { format, count: upload.fileRows }
  await recordNow({ by: by.auditActor, action: 'upload.exported', object: { type: 'upload', id }, details })
  const masked = seesMasked(by.actor)
  const pages = uploadRows(id, {
    names: !masked,
    ibans: masked ? 'ends' : 'full',
    maskedBefore: await maskedBefore(),
  })
  return fileOf(pages, format, `${baseName(upload.fileName)}-table`, locale)
}

const MASKED = new Refusal(
  409,
  'export_masked',
  'Exports this old hide names and IBANs, so the original file and evidence aren’t available. Export the table, or ask an admin to change the period under Retention.',
)

/**
 * Refuses files that can't be masked (the original, evidence) once exports of their rows are masked. Doesn't
 * reveal an upload that the actor may not see; if retention has removed its names, nothing is left to mask.
 * @throws Refusal 409 export_masked
 */
export async function assertUnmasked(uploadId: string, actor: Actor): Promise<void> {
  const before = await maskedBefore()
  if (!before) return
  const old = { id: uploadId, createdAt: { lt: before }, purgedAt: null, ...visibleUploads(actor) }
  if ((await db().upload.count({ where: old })) > 0) throw MASKED
}

/** The same for a check that was read for this actor. @throws Refusal 409 export_masked */
export async function assertUnmaskedCheck(check: VerificationView): Promise<void> {
  const before = await maskedBefore()
  if (before && new Date(check.createdAt) < before && !check.purgedAt) throw MASKED
}

function fileOf(
  pages: AsyncGenerator<ExportRow[]>,
  format: ResultFormat,
  base: string,
  locale: Locale,
): FileStream {
  if (format === 'json')
    return { name: `${base}.json`, type: `${MEDIA_TYPES.json}; charset=utf-8`, pieces: writeJsonFile(pages) }
  const sheet = translator(locale, 'exports')('sheet')
  return tableFile(tableLines(pages, wordsOf(locale)), { base, format, sheet })
}

function wordsOf(locale: Locale): ExportWords {
  const t = translator(locale, 'exports')
  const outcome = translator(locale, 'outcome.label')
  const review = translator(locale, 'outcome.review')
  const original = translator(locale, 'originalExport')
  const purpose = translator(locale, 'check.more.purposes')
  const source = translator(locale, 'exports.source')
  const coded: Partial<Record<ExportColumn, (code: string) => string>> = {
    result: memoize((code) => wordFor(outcome, code)),
    decision: memoize((code) => wordFor(review, code)),
    purpose: memoize((code) => wordFor(purpose, code)),
    source: memoize((code) => wordFor(source, code)),
    reason: memoize((code) =>
      wordFor(original, `reason.${code}`, wordFor(original, `notSent.${code}`, code)),
    ),
  }
  return {
    header: (column) => t(`column.${column}`),
    cell: (column, value) => (column === 'checkedAt' ? cellTime(value) : (coded[column]?.(value) ?? value)),
    call: (call) => callText(t, call, `${call.calledAt.slice(0, 16).replace('T', ' ')} UTC`),
  }
}
