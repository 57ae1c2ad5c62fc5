import 'server-only'
import { type Doer, record } from '@/lib/audit/record.server'
import type { Actor } from '@/lib/auth/roles'
import { db } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'
import { encodingOf } from '@/lib/tables/text/encoding'
import type { OriginalExport } from '@/lib/uploads/export.server'
import {
  baseName,
  extensionOf,
  type Original,
  readingOriginal,
  readOriginalTable,
} from '@/lib/uploads/original.server'
import { readCorrectedRows } from './rows.server'

/**
 * Exports the original file with the adopted bank's names in its name column; everything else is byte for byte the
 * original, or the same cells of a workbook. Nothing is stored; the export is audited.
 * @throws Refusal 409 nothing_corrected | original_signed, and as `readOriginalTable` and `readingOriginal`
 */
export async function exportCorrectedFile(
  id: string,
  by: { actor: Actor; doer: Doer },
): Promise<OriginalExport> {
  const original = await readOriginalTable(id, by.actor)
  const rows = await readCorrectedRows(id)
  const { bytes, reading } = original
  const names = rows.map(({ row, correctedName }): [number, string] => [row, correctedName])
  const file = await readingOriginal((ask) => ask('rename', { bytes, ...reading, names }))
  if ('whole' in file) throw SIGNED
  const details = { format: 'corrected', rows: rows.length }
  await db().$transaction((tx) =>
    record({ by: by.doer, action: 'upload.exported', object: { type: 'upload', id }, details }, tx),
  )
  const pieces = (async function* () {
    yield file.bytes
  })()
  return { ...named(original, file.bytes), pieces }
}

const SIGNED = new Refusal(
  409,
  'original_signed',
  'The original file has an electronic signature, which a corrected name would break. Export the list of changes instead.',
)

function named(
  { fileName, reading }: Original,
  bytes: Uint8Array,
): Pick<OriginalExport, 'fileName' | 'mediaType'> {
  const { format = 'text', encoding } = reading.table
  const ending = extensionOf(fileName) ?? { text: 'csv', workbook: 'xlsx', payments: 'xml' }[format]
  const mediaType = {
    text: `text/csv; charset=${format === 'text' ? encodingOf(bytes, encoding) : 'utf-8'}`,
    workbook: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    payments: 'application/xml',
  }[format]
  return { fileName: `${baseName(fileName)}-corrected.${ending}`, mediaType }
}
