import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { decryptPieces } from '@/lib/platform/crypto.server'
import { db, PREPARED, Prisma } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/logger.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { select, text } from '@/lib/platform/sql/select.server'
import type { ColumnMap } from '@/lib/tables/table'
import { type AskFile, FileUnreadable, readingFile } from '@/lib/tables/thread/file-thread.server'
import type { ReadAs } from '@/lib/tables/write/annotate-file'
import type { Comparison } from '@/lib/uploads/comparing/comparison'
import { visibleUploads } from '@/lib/uploads/visible.server'

/** How the file was read at its upload (lib/uploads/wire.ts). */
export type OriginalReading = { table: ReadAs; map: ColumnMap }

/** The file of an upload as it was given. */
export type Original = { fileName: string; reading: OriginalReading; bytes: Buffer }

/** @throws Refusal 404 for an unknown id or somebody else's upload, 410 original_gone when its retention ended */
export async function readOriginal(id: string, actor: Actor): Promise<Original> {
  const upload = await db().upload.findFirst({
    where: { id, ...visibleUploads(actor) },
    select: { fileName: true, reading: true, original: { select: { bytes: true } } },
  })
  if (!upload) throw notFound()
  if (!upload.original)
    throw new Refusal(410, 'original_gone', 'The original file was deleted by the retention rule.')
  const bytes = await originalBytes(id, upload.original.bytes)
  return { fileName: upload.fileName, reading: upload.reading as OriginalReading, bytes }
}

/** The file itself, decrypted. @param size how many bytes it has */
export const originalBytes = (id: string, size: number): Promise<Buffer> =>
  decryptPieces(cipherOf(id), size, `upload_originals|cipher|${id}`)

/**
 * The same, to be read as a table: only a file that the comparison could read.
 * @throws Refusal as `readOriginal`, 409 upload_comparing | upload_not_compared, 422 original_unreadable
 */
export async function readOriginalTable(id: string, actor: Actor): Promise<Original> {
  const upload = await db().upload.findFirst({
    where: { id, ...visibleUploads(actor) },
    select: { comparison: true, state: true, original: { select: { uploadId: true } } },
  })
  if (!upload) throw notFound()
  const comparison = upload.comparison as Comparison | null
  if (!comparison && upload.original) throw upload.state === 'stopped' ? notCompared() : comparing()
  if (comparison?.problem === 'original_unreadable') throw originalUnreadable()
  return readOriginal(id, actor)
}

const comparing = () =>
  new Refusal(409, 'upload_comparing', 'This upload is being compared with its file. Try again soon.')

const notCompared = () =>
  new Refusal(
    409,
    'upload_not_compared',
    'This upload was stopped before it was compared with its file. Send the file again.',
  )

const originalUnreadable = () =>
  new Refusal(422, 'original_unreadable', 'The original file can’t be read as a table.')

/**
 * Reads an original in a thread of its own.
 * @throws Refusal 422 original_unreadable, also when it takes too long or too much memory; 503 threads_busy
 */
export async function readingOriginal<T>(job: (ask: AskFile) => Promise<T>): Promise<T> {
  try {
    return await readingFile(job)
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
    logger.warn({ why: error.why, cause: (error.cause as Error)?.name }, 'an original file could not be read')
    throw originalUnreadable()
  }
}

/** What is read of the socket at a time: so small that every form of it is forgotten at once. */
const SLICE = 36 * 1024

/** In slices, and as base64, which passes through as it is: a file of 20 MB as one value would be held six times over. */
async function* cipherOf(id: string): AsyncGenerator<Uint8Array> {
  for (let at = 1; ; at += SLICE) {
    const [row] = await select(
      db(),
      { slice: text },
      Prisma.sql`${PREPARED}
      select encode(substring(cipher from ${at}::int for ${SLICE}::int), 'base64') as slice
        from upload_originals where upload_id = ${id}::uuid`,
    )
    if (!row || row.slice === '') return
    yield Buffer.from(row.slice, 'base64')
  }
}

/** Endings of the files that are taken in. */
const ENDINGS = ['csv', 'tsv', 'txt', 'xlsx', 'xml']

/** The ending of a file's name, when it is one of a table: no other may decide which program opens what is saved. */
export function endingOf(fileName: string): string | undefined {
  const ending = /\.(\w{1,5})$/.exec(fileName)?.[1]?.toLowerCase()
  return ENDINGS.find((known) => known === ending)
}

/** A file's name without its ending and without anything that a header or a file system stumbles over. */
export function baseName(fileName: string): string {
  const clean = fileName
    .replace(/\.\w{1,5}$/, '')
    .replace(/[^\p{L}\p{N} ._()-]/gu, '_')
    .replace(/^[. ]+/, '')
    .slice(0, 120)
  return clean || 'upload'
}
