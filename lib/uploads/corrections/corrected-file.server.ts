import 'server-only'
import { recordNow } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { cellTime } from '@/lib/platform/days/period'
import type { Locale } from '@/lib/platform/language/locale'
import { translator } from '@/lib/platform/language/translator.server'
import { Refusal } from '@/lib/platform/refusal'
import type { AddedColumns } from '@/lib/tables/payments/rename-file'
import { derivedFile, findOriginalTable, withOriginal } from '@/lib/uploads/original.server'
import { nameCapOfUpload } from './name-cap.server'
import { type CorrectedRow, nothingCorrected, readCorrectedRows } from './rows.server'

/**
 * Exports the original file with the adopted bank's names in its name column; everything else is byte for byte the
 * original, or the same cells of a workbook. A row that was edited before sending stays: the bank named the holder of
 * the account that was checked, not of the one in the file. In a file with payments, names are cut as in its release.
 * Nothing is stored; the export is audited.
 * @param decisions adds the old name, who approved the new one and when (UTC), to tables
 * @throws Refusal 409 nothing_corrected | original_signed | original_letters | no_columns, and as `findOriginalTable` and
 * `withOriginal`
 */
export async function exportCorrectedFile(id: string, locale: Locale, decisions: boolean, by: RequestedBy) {
  const original = await findOriginalTable(id, by.actor)
  const rows = (await readCorrectedRows(id)).filter(({ edited }) => !edited)
  if (rows.length === 0) throw nothingCorrected()
  const { bytes, reading } = original
  const names = rows.map(({ row, correctedName }): [number, string] => [row, correctedName])
  if (decisions && reading.table.format === 'payments') throw NO_COLUMNS
  const added = decisions ? decisionColumns(rows, locale) : undefined
  const nameCap = (await nameCapOfUpload(id, reading))?.characters ?? null
  const file = await withOriginal(async (ask) =>
    ask('rename', { bytes: await bytes(), ...reading, names, nameCap, added }),
  )
  if ('whole' in file) throw SIGNED
  if ('letters' in file) throw foreignLetters(file.letters)
  const details = { format: 'corrected', rows: rows.length, ...(decisions && { with: 'decisions' }) }
  await recordNow({ by: by.auditActor, action: 'upload.exported', object: { type: 'upload', id }, details })
  const named = derivedFile(original.fileName, 'corrected', reading.table)
  return { ...named, pieces: [file.bytes].values() }
}

const SIGNED = new Refusal(
  409,
  'original_signed',
  'The original file has an electronic signature, which a corrected name would break. Export the list of changes instead.',
)

/** The most rows that a refusal names. */
const NAMED = 10

const foreignLetters = (rows: number[]) =>
  new Refusal(
    409,
    'original_letters',
    `The corrected names of these rows have letters that this version of pain.001 doesn’t allow: ${rows.slice(0, NAMED).join(', ')}${rows.length > NAMED ? ', …' : ''}. Export the list of changes instead.`,
  )

const NO_COLUMNS = new Refusal(
  409,
  'no_columns',
  'A payment file has no columns to add to. Export the list of changes instead.',
)

/** Old name, who approved the new one, and when, of the rows with a new name. */
function decisionColumns(rows: CorrectedRow[], locale: Locale): AddedColumns {
  const t = translator(locale, 'exports.changes')
  return {
    headers: [t('oldName'), t('approvedBy'), t('approvedAt')],
    cells: rows.map(({ row, name, approvedBy, approvedAt }) => [
      row,
      [name, approvedBy ?? '', cellTime(approvedAt.toISOString())],
    ]),
  }
}
