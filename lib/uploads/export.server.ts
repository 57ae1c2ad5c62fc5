import 'server-only'
import { type Doer, record } from '@/lib/audit/record.server'
import type { Actor } from '@/lib/auth/roles'
import { checkIban } from '@/lib/iban/validate'
import { checkName } from '@/lib/names/check'
import { db } from '@/lib/platform/db.server'
import { translator } from '@/lib/platform/i18n.server'
import type { Locale } from '@/lib/platform/locale'
import { Refusal } from '@/lib/platform/refusal'
import { nameOf } from '@/lib/tables/rows/rows'
import type { ColumnMap } from '@/lib/tables/table'
import { encodingOf } from '@/lib/tables/text/encoding'
import { UnreadableOriginal } from '@/lib/tables/write/annotate'
import { annotateFile, type ReadAs } from '@/lib/tables/write/annotate-file'
import { hasCorrectedName, rowWindow, type WrittenRow } from '@/lib/uploads/export-rows.server'
import { baseName, endingOf, type Original, readOriginal } from '@/lib/uploads/original.server'

const MEDIA_TYPES = {
  workbook: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  payments: 'text/csv; charset=utf-8',
}

/** The file as it was given, with results: pieces of bytes, and what a browser should call and read it as. */
export type OriginalExport = { fileName: string; mediaType: string; pieces: AsyncGenerator<Uint8Array> }

/**
 * The original file with the columns result, bank's name, reason, time, check and decision added; every byte of the
 * original is in it. Rows that were not sent say why. Nothing is stored; the export is audited.
 * @throws Refusal 404, 410 original_gone when its retention ended, 422 original_unreadable
 */
export async function exportOriginal(
  id: string,
  by: { actor: Actor; doer: Doer },
  locale: Locale,
): Promise<OriginalExport> {
  const file = await annotatedOriginal(id, by.actor, locale)
  await db().$transaction((tx) =>
    record(
      {
        by: by.doer,
        action: 'upload.exported',
        object: { type: 'upload', id },
        details: { format: 'original' },
      },
      tx,
    ),
  )
  return file
}

/** The same without an entry in the audit log: a part of an evidence pack, which has its own. @throws as above */
export async function annotatedOriginal(id: string, actor: Actor, locale: Locale): Promise<OriginalExport> {
  const original = await readOriginal(id, actor)
  const { fileName, reading } = original
  const pieces = await startReading(original, id, locale)
  const { format = 'text', encoding } = reading.table
  const mediaType =
    format === 'text' ? `text/csv; charset=${encodingOf(original.bytes, encoding)}` : MEDIA_TYPES[format]
  return { fileName: nameFor(fileName, format), mediaType, pieces }
}

/** Reads as far as the first piece: a file that cannot be read is refused before anything is answered. */
async function startReading(
  { bytes, reading: { table, map, edited = 0 } }: Original,
  id: string,
  locale: Locale,
): Promise<AsyncGenerator<Uint8Array>> {
  const t = translator(locale, 'originalExport.column')
  const adopted = await hasCorrectedName(id)
  const corrections =
    edited > 0 ? (['correctedIban', 'correctedName'] as const) : adopted ? (['correctedName'] as const) : []
  const headers = [...RESULT_COLUMNS, ...corrections].map((column) => t(column))
  const rows = rowWindow(id, locale)
  let reached = 1
  const added = (number: number, cells: string[]) => {
    reached = number
    const row = rows.get(number)
    if (!row) return headers.map(() => '')
    if (edited > 0) return [...row.results, ...correctionsOf(row, cells, map)]
    return adopted ? [...row.results, row.corrected ?? ''] : row.results
  }
  // a piece of a workbook may hold any number of rows
  const ahead = () => rows.move(table.format === 'workbook' ? Number.POSITIVE_INFINITY : reached)
  await ahead()
  const source = unlessUnreadable(() => annotateFile(bytes, table, added, headers)[Symbol.iterator]())
  const first = unlessUnreadable(() => source.next())
  return (async function* () {
    for (let piece = first; !piece.done; piece = source.next()) {
      yield piece.value
      await ahead()
    }
  })()
}

function unlessUnreadable<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof UnreadableOriginal)
      throw new Refusal(422, 'original_unreadable', 'The original file can no longer be read as a table.')
    throw error
  }
}

const RESULT_COLUMNS = ['result', 'bankName', 'reason', 'checkedAt', 'checkId', 'decision'] as const

/** IBAN and name as they were checked, where the file says something else; or the name that an approval says. */
function correctionsOf(
  { iban, name, corrected }: WrittenRow,
  cells: string[],
  map: ColumnMap,
): [string, string] {
  const given = checkIban(map.iban === null ? '' : (cells[map.iban] ?? ''))
  const called = checkName(nameOf(cells, map).replace(/[\r\n]+/g, ' '))
  return [
    iban !== null && iban !== given.iban ? iban : '',
    corrected ?? (name !== null && !(called.ok && called.name === name) ? name : ''),
  ]
}

/** `suppliers.csv` → `suppliers-results.csv`. */
function nameFor(fileName: string, format: NonNullable<ReadAs['format']>): string {
  const given = endingOf(fileName)
  const text = given === 'tsv' || given === 'txt' ? given : 'csv'
  return `${baseName(fileName)}-results.${{ text, workbook: 'xlsx', payments: 'csv' }[format]}`
}
