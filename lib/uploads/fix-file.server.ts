import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import type { Actor } from '@/lib/auth/roles'
import { db, Prisma } from '@/lib/platform/db.server'
import { keyOr } from '@/lib/platform/language/keys'
import type { Locale } from '@/lib/platform/language/locale'
import { translator } from '@/lib/platform/language/translator.server'
import { Refusal } from '@/lib/platform/refusal'
import { int4, select, text } from '@/lib/platform/sql/select.server'
import type { OriginalExport } from '@/lib/uploads/export.server'
import { fixFileText } from '@/lib/uploads/fix-file'
import { KNOWN_MATCH } from '@/lib/uploads/known/known'
import { baseName, readOriginalTable, withOriginal } from '@/lib/uploads/original.server'

/**
 * Exports the unsent rows of an upload as a CSV file to correct, with their row number, the upload, their own columns
 * and the reason. Uploading it again creates a new upload linked to this one. Nothing is stored; the export is audited.
 * @throws Refusal 409 nothing_to_fix, and as `readOriginalTable` and `readingOriginal`
 */
export async function exportFixFile(
  id: string,
  by: { actor: Actor; auditActor: AuditActor },
  locale: Locale,
): Promise<OriginalExport> {
  const { fileName, reading, bytes } = await readOriginalTable(id, by.actor)
  const rows = await select(
    db(),
    { row: int4, code: text.notNull() },
    Prisma.sql`
    select number as row, not_sent_code as code from upload_rows
     where upload_id = ${id}::uuid and not_sent_code is not null and not_sent_code <> ${KNOWN_MATCH} order by number`,
  )
  if (rows.length === 0)
    throw new Refusal(
      409,
      'nothing_to_fix',
      'Every row of this upload was sent or answered by an earlier check.',
    )
  const words = translator(locale, 'originalExport')
  const reason = (code: string) => words(keyOr(words, `notSent.${code}`, 'notSent.other'), { code })
  const { headers, cells } = await withOriginal(async (ask) => ({
    ...(await ask('open', { bytes, table: reading.table })),
    cells: new Map(
      await ask(
        'cells',
        rows.map(({ row }) => row),
      ),
    ),
  }))
  const details = { format: 'fix', rows: rows.length }
  await db().$transaction((tx) =>
    record({ by: by.auditActor, action: 'upload.exported', object: { type: 'upload', id }, details }, tx),
  )
  const lines = fixFileText(
    { headers, cells: (row) => cells.get(row) },
    {
      id,
      rows: rows.map(({ row, code }) => ({ row, reason: reason(code) })),
      reason: translator(locale, 'exports.column')('reason'),
    },
  )
  const pieces = (async function* () {
    for (const line of lines) yield new TextEncoder().encode(line)
  })()
  return { fileName: `${baseName(fileName)}-to-fix.csv`, mediaType: 'text/csv; charset=utf-8', pieces }
}
