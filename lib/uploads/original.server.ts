import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { decryptPieces } from '@/lib/platform/crypto.server'
import { db, Prisma, type Tx } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { cipherPieces } from '@/lib/platform/sql/cipher.server'
import { select, uuid } from '@/lib/platform/sql/select.server'
import type { ThreadSettings } from '@/lib/platform/threads/thread.server'
import { MEDIA_TYPES } from '@/lib/tables/media-types'
import type { ColumnMap, StoredReading, TableFormat } from '@/lib/tables/table'
import { knownEncoding } from '@/lib/tables/text/encoding'
import { type AskFile, FileUnreadable, withFileThread } from '@/lib/tables/thread/file-thread.server'
import type { FilePlace } from '@/lib/tables/xml/place'
import type { Comparison } from '@/lib/uploads/comparison/comparison'
import { visibleUploads } from '@/lib/uploads/visible.server'

/** How the file was read when it was uploaded (lib/uploads/wire.ts). */
export type OriginalReading = { table: StoredReading; map: ColumnMap }

/**
 * Whether the file has amounts: then the upload has a payment run (lib/payments). An upload that was not read from a
 * file has none.
 */
export const hasPayments = ({ table, map }: Partial<OriginalReading>): boolean =>
  table?.format === 'payments' || (map?.amount ?? null) !== null

/** `hasPayments` as an SQL condition about upload `u`. */
export const HAS_PAYMENTS = Prisma.sql`
  (u.reading -> 'table' ->> 'format' = 'payments' or u.reading -> 'map' ->> 'amount' is not null)`

/**
 * The original file of an upload. `bytes` reads it: in the job of its thread, since a file that waits for a thread would
 * stay in memory.
 */
export type Original = { fileName: string; reading: OriginalReading; bytes: () => Promise<Buffer> }

/** @throws Refusal 404 for an unknown ID or somebody else's upload, 410 original_gone after its retention period */
export async function findOriginal(id: string, actor: Actor): Promise<Original> {
  const upload = await db().upload.findFirst({
    where: { id, ...visibleUploads(actor) },
    select: { fileName: true, reading: true, original: { select: { bytes: true } } },
  })
  if (!upload) throw notFound()
  if (!upload.original) throw originalGone()
  const size = upload.original.bytes
  const bytes = () => originalBytes(id, size)
  return { fileName: upload.fileName, reading: upload.reading as OriginalReading, bytes }
}

const originalGone = () =>
  new Refusal(410, 'original_gone', 'The original file was deleted by the retention rule.')

/**
 * Locks the stored file against deletion until the end of the transaction, which stores data derived from it. A deletion
 * then finds that data too, so that nothing erased comes back.
 * @throws Refusal 410 original_gone
 */
export async function lockOriginal(tx: Tx, id: string): Promise<void> {
  const rows = await select(
    tx,
    { id: uuid },
    Prisma.sql`select upload_id as id from upload_originals where upload_id = ${id}::uuid for key share`,
  )
  if (rows.length === 0) throw originalGone()
}

/** Decrypts the file. @param size its size in bytes @throws Refusal 410 original_gone */
export async function originalBytes(id: string, size: number): Promise<Buffer> {
  const stored = cipherPieces(Prisma.sql`upload_originals where upload_id = ${id}::uuid`)
  const bytes = await decryptPieces(stored, size, `upload_originals|cipher|${id}`)
  if (bytes === null) throw originalGone()
  return bytes
}

/**
 * The same, to be read as a table: only files that the comparison was able to read.
 * @throws Refusal as `findOriginal`, 409 upload_comparing | upload_not_compared, 422 original_unreadable
 */
export async function findOriginalTable(id: string, actor: Actor): Promise<Original> {
  const upload = await db().upload.findFirst({
    where: { id, ...visibleUploads(actor) },
    select: { comparison: true, state: true, original: { select: { uploadId: true } } },
  })
  if (!upload) throw notFound()
  const comparison = upload.comparison as Comparison | null
  if (!comparison && upload.original) throw upload.state === 'stopped' ? notCompared() : comparisonPending()
  if (comparison?.problem === 'original_unreadable') throw originalUnreadable(placeOf(comparison))
  return findOriginal(id, actor)
}

const comparisonPending = () =>
  new Refusal(409, 'upload_comparing', 'This upload is being compared with its file. Try again soon.')

const notCompared = () =>
  new Refusal(
    409,
    'upload_not_compared',
    'This upload was stopped before it was compared with its file. Send the file again.',
  )

const placeOf = ({ line, element }: Comparison): FilePlace | null =>
  line === undefined ? null : { line, ...(element && { element }) }

const originalUnreadable = (place: FilePlace | null) =>
  new Refusal(422, 'original_unreadable', 'The original file can’t be read as a table.', {
    extra: { ...place },
  })

/**
 * Reads an original in a separate thread.
 * @throws Refusal 422 original_unreadable, with the line, element and value where there is one, also on timeout or out
 * of memory; 503 threads_busy
 */
export async function withOriginal<T>(
  job: (ask: AskFile) => Promise<T>,
  settings?: ThreadSettings,
): Promise<T> {
  try {
    return await withFileThread(job, settings)
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
    logger.warn({ why: error.why, cause: (error.cause as Error)?.name }, 'could not read an original file')
    throw originalUnreadable(error.place)
  }
}

/** The headers of an original, and the cells of these rows by number. @throws Refusal as `withOriginal` */
export const originalCells = (
  { bytes, reading }: Original,
  rows: readonly { row: number }[],
): Promise<{ headers: string[]; cells: Map<number, string[]> }> =>
  withOriginal(async (ask) => {
    const { headers } = await ask('open', { bytes: await bytes(), table: reading.table })
    const numbers = rows.map(({ row }) => row)
    return { headers, cells: new Map(await ask('cells', numbers)) }
  })

/** Accepted file extensions. */
const ENDINGS = ['csv', 'tsv', 'txt', 'xlsx', 'xml']

/** The extension of a file name, if it is an accepted one, because the extension decides which program opens a download. */
export function extensionOf(fileName: string): string | undefined {
  const ending = /\.(\w{1,5})$/.exec(fileName)?.[1]?.toLowerCase()
  return ENDINGS.find((known) => known === ending)
}

/** The extension of a new file of this format, made from this one. */
export function endingOf(fileName: string, format: TableFormat): 'csv' | 'tsv' | 'txt' | 'xlsx' | 'xml' {
  if (format !== 'text') return format === 'workbook' ? 'xlsx' : 'xml'
  const own = extensionOf(fileName)
  return own === 'tsv' || own === 'txt' ? own : 'csv'
}

/** Name and media type of a file that was made from this one, such as `suppliers-results.csv`. */
export function derivedFile(
  fileName: string,
  what: string,
  { format = 'text', encoding }: StoredReading,
): { name: string; type: string } {
  const ending = endingOf(fileName, format)
  const type =
    format === 'text'
      ? `${MEDIA_TYPES.csv}; charset=${knownEncoding(encoding) ?? 'utf-8'}`
      : MEDIA_TYPES[ending]
  return { name: `${baseName(fileName)}-${what}.${ending}`, type }
}

/** The file name without extension and without characters that are unsafe in headers or file systems. */
export function baseName(fileName: string): string {
  const clean = fileName
    .replace(/\.\w{1,5}$/, '')
    .replace(/[^\p{L}\p{N} ._()-]/gu, '_')
    .replace(/^[. ]+/, '')
  // by characters: half of one isn't text
  return Array.from(clean).slice(0, 120).join('') || 'upload'
}
