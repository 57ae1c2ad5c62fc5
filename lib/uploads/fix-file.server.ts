import 'server-only'
import { recordNow } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { db, Prisma } from '@/lib/platform/db.server'
import { keyOr } from '@/lib/platform/language/keys'
import type { Locale } from '@/lib/platform/language/locale'
import { translator } from '@/lib/platform/language/translator.server'
import { Refusal } from '@/lib/platform/refusal'
import { int4, select, text } from '@/lib/platform/sql/select.server'
import { fixFileText } from '@/lib/uploads/fix-file'
import { baseName, findOriginalTable, originalCells } from '@/lib/uploads/original.server'
import { KNOWN_MATCH } from '@/lib/verifications/check/problems'
import { REPEATS } from '@/lib/verifications/check/repeated.server'

/** SQL: the numbers of the rows of an upload that were sent in a file with its corrections, or in a later one of that. */
const sentCorrected = (id: string): Prisma.Sql => Prisma.sql`
  with recursive later (upload_id, number, corrected) as (
    select y.upload_id, y.number, y.corrects from uploads u join upload_rows y on y.upload_id = u.id
     where u.completes_id = ${id}::uuid and y.corrects is not null
     union all
    select y.upload_id, y.number, l.corrected
      from later l join uploads u on u.completes_id = l.upload_id
      join upload_rows y on y.upload_id = u.id and y.corrects = l.number)
  select l.corrected from later l
    join upload_rows y on y.upload_id = l.upload_id and y.number = l.number
    join verifications again on again.id = y.verification_id
   where ${REPEATS}`

/** SQL for the rows `x` of an upload to correct: not sent, and neither answered, corrected nor checked again since. */
export function rowsToFix(id: string): Prisma.Sql {
  const unsent = Prisma.sql`
    x.upload_id = ${id}::uuid and x.not_sent_code is not null and x.not_sent_code <> ${KNOWN_MATCH}`
  const checkedAgain = Prisma.sql`
    select again.previous_id from verifications again
     where again.previous_id = any(array(select x.verification_id from upload_rows x where ${unsent})) and ${REPEATS}`
  return Prisma.sql`
    upload_rows x
     where ${unsent} and x.number not in (${sentCorrected(id)})
       and (x.verification_id is null or x.verification_id not in (${checkedAgain}))`
}

/**
 * Exports the unsent rows of an upload as a CSV file to correct, with their row number, the upload, their own columns
 * and the reason. Rows that people corrected or checked again since are left out. Uploading it again creates a new
 * upload linked to this one. Nothing is stored; the export is audited.
 * @throws Refusal 409 nothing_to_fix, and as `findOriginalTable` and `withOriginal`
 */
export async function exportFixFile(id: string, locale: Locale, by: RequestedBy) {
  const original = await findOriginalTable(id, by.actor)
  const rows = await select(
    db(),
    { row: int4, code: text.notNull() },
    Prisma.sql`select x.number as row, x.not_sent_code as code from ${rowsToFix(id)} order by x.number`,
  )
  if (rows.length === 0)
    throw new Refusal(
      409,
      'nothing_to_fix',
      'Every row of this upload was sent, corrected, checked again, or answered by an earlier check.',
    )
  const words = translator(locale, 'originalExport')
  const reason = (code: string) => words(keyOr(words, `notSent.${code}`, 'notSent.other'), { code })
  const { headers, cells } = await originalCells(original, rows)
  const details = { format: 'fix', rows: rows.length }
  await recordNow({ by: by.auditActor, action: 'upload.exported', object: { type: 'upload', id }, details })
  const pieces = fixFileText(
    { headers, cells: (row) => cells.get(row) },
    {
      id,
      rows: rows.map(({ row, code }) => ({ row, reason: reason(code) })),
      reason: translator(locale, 'exports.column')('reason'),
    },
  )
  return { name: `${baseName(original.fileName)}-to-fix.csv`, type: 'text/csv; charset=utf-8', pieces }
}
