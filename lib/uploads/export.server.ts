import 'server-only'
import { recordNow } from '@/lib/audit/record.server'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import type { Locale } from '@/lib/platform/language/locale'
import { translator } from '@/lib/platform/language/translator.server'
import { streamChunks } from '@/lib/platform/threads/stream-chunks'
import { hasCorrectedName, resultsAhead } from '@/lib/uploads/export-rows.server'
import { derivedFile, findOriginalTable, type Original, withOriginal } from '@/lib/uploads/original.server'

/**
 * Exports the original file with added columns: result, bank's name, reason, time, check, decision, IBAN and name as
 * they were checked. Every byte of the original is kept. Unsent rows say why. Nothing is stored; the export is audited.
 * @throws Refusal as `findOriginalTable` and `withOriginal`
 */
export async function exportOriginal(id: string, locale: Locale, by: RequestedBy) {
  const file = await annotatedOriginal(id, by.actor, locale)
  await recordNow({
    by: by.auditActor,
    action: 'upload.exported',
    object: { type: 'upload', id },
    details: { format: 'original' },
  })
  return file
}

/** The same without an audit entry, for evidence packs, which write their own. @throws Refusal as above */
export async function annotatedOriginal(id: string, actor: Actor, locale: Locale) {
  const original = await findOriginalTable(id, actor)
  const { fileName, reading } = original
  const pieces = await annotatedPieces(original, id, locale)
  // of a payment file, a CSV of its transactions is made
  const table = reading.table.format === 'payments' ? { encoding: 'utf-8' } : reading.table
  return { ...derivedFile(fileName, 'results', table), pieces }
}

/**
 * Resolves with the first chunk: a file that can't be read is refused before the response starts. The thread writes at
 * its own pace: a slow download keeps chunks, never a thread, and downloads per person are limited (lib/http/download).
 */
async function annotatedPieces(
  { bytes, reading: { table } }: Original,
  id: string,
  locale: Locale,
): Promise<AsyncGenerator<Uint8Array>> {
  const t = translator(locale, 'exports.column')
  const corrected = await hasCorrectedName(id)
  const headers = [...RESULT_COLUMNS, ...(corrected ? (['correctedName'] as const) : [])].map((column) =>
    t(column),
  )
  const ahead = resultsAhead(id, locale, corrected)
  return streamChunks((take) =>
    withOriginal(async (ask) => {
      await ask('annotate', { bytes: await bytes(), table, headers })
      // a chunk of a workbook can contain any number of rows
      let reached = table.format === 'workbook' ? Number.POSITIVE_INFINITY : 1
      for (;;) {
        const next = await ask('more', await ahead(reached))
        if (!next || !take(next.piece)) return
        reached = Math.max(reached, next.reached)
      }
    }),
  )
}

/** The columns added to every row: the result, and the checked values, whatever the file says. */
const RESULT_COLUMNS = [
  ...(['result', 'bankName', 'reason', 'checkedAt', 'checkId', 'decision'] as const),
  ...(['checkedIban', 'checkedName'] as const),
]
