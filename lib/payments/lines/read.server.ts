import 'server-only'
import { computeGates } from '@/lib/payments/gate/compute.server'
import { createRun, markRunUnreadable, storeRunLines } from '@/lib/payments/lines/store.server'
import { HAS_COMPARED_PAYMENTS, KIND_OF_RUN } from '@/lib/payments/pending-run.server'
import { RUN_KINDS } from '@/lib/payments/view'
import { db, Prisma } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import { RetryJobError } from '@/lib/platform/queue/queue.server'
import { Refusal } from '@/lib/platform/refusal'
import { int4, json, oneOf, select } from '@/lib/platform/sql/select.server'
import type { FilePayment, PaymentFile } from '@/lib/tables/payments/line'
import { FileUnreadable, withFileThread } from '@/lib/tables/thread/file-thread.server'
import { type OriginalReading, originalBytes } from '@/lib/uploads/original.server'

/** How many lines the thread returns at once. */
const PAGE = 5_000

const TO_READ = {
  size: int4,
  rows: int4,
  reading: json<OriginalReading>(),
  kind: oneOf(RUN_KINDS),
}

/**
 * Reads the payment lines of an upload from its stored original, in a separate thread, and makes its run `ready`, or
 * `unreadable` if the file can't be read. Does nothing unless the upload contains payments, equals its stored file, and
 * has not been read yet, so it can be repeated.
 * @throws RetryJobError when no thread is free
 */
export async function readStoredLines(uploadId: string): Promise<void> {
  const [upload] = await select(
    db(),
    TO_READ,
    Prisma.sql`
    select o.bytes as size, u.file_rows as rows, u.reading, ${KIND_OF_RUN} as kind
      from uploads u join upload_originals o on o.upload_id = u.id left join payment_runs g on g.upload_id = u.id
     where u.id = ${uploadId}::uuid and ${HAS_COMPARED_PAYMENTS} and (g.upload_id is null or g.state = 'reading')`,
  )
  if (!upload) return
  await createRun(uploadId, upload.kind)
  const read = await readPaidFile(uploadId, upload.size, upload.reading)
  if (read instanceof FileUnreadable || read.lines.length !== upload.rows) {
    const { why, place } = read instanceof FileUnreadable ? read : ROW_COUNT
    logger.warn({ uploadId, problem: why }, 'could not read the payments of an upload')
    return markRunUnreadable(uploadId, why, place)
  }
  try {
    await storeRunLines(uploadId, read.file, read.lines)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'original_gone')) throw error
    return markRunUnreadable(uploadId, error.code, null)
  }
  await computeGates(uploadId)
}

const ROW_COUNT = { why: 'row_count', place: null }

/** @returns the problem, instead of throwing it, when the file can't be read */
async function readPaidFile(
  id: string,
  size: number,
  { table, map }: OriginalReading,
): Promise<{ file: PaymentFile; lines: FilePayment[] } | FileUnreadable> {
  try {
    return await withFileThread(async (ask) => {
      const opened = await ask('openPaid', { bytes: await originalBytes(id, size), table, map })
      const lines: FilePayment[] = []
      while (lines.length < opened.lines)
        lines.push(...(await ask('paid', { after: lines.length, size: PAGE })))
      return { file: opened.file, lines }
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'threads_busy') throw new RetryJobError('threads_busy')
    if (!(error instanceof FileUnreadable)) throw error
    return error
  }
}
