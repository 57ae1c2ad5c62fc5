import 'server-only'
import { record } from '@/lib/audit/record.server'
import { db, LONG_TIMEOUTS, Prisma, type Tx } from '@/lib/platform/db.server'
import { readLines } from '@/lib/platform/lines.server'
import { logger } from '@/lib/platform/log/logger.server'
import { enqueue } from '@/lib/platform/queue/queue.server'
import { Refusal } from '@/lib/platform/refusal'
import { type AskFile, FileUnreadable, withFileThread } from '@/lib/tables/thread/file-thread.server'
import type { RowDifference, UploadedRow } from '@/lib/tables/thread/stored-file'
import { type Comparison, DIFFERS_CODE } from '@/lib/uploads/comparison/comparison'
import { correctedRows } from '@/lib/uploads/fix-file'
import { hasPayments, type OriginalReading, originalBytes } from '@/lib/uploads/original.server'
import { stopSending } from '@/lib/uploads/sending/control.server'
import { lockUpload, touchUpload } from '@/lib/uploads/sending/lock.server'
import { startSending } from '@/lib/uploads/sending/start.server'

/** Rows per page. */
const PAGE = 2_000

/**
 * `unchanged`: rows that were declared as edited but equal the file. `corrects`: rows, each with the row that it
 * corrects of the upload that this one completes.
 */
type ComparisonResult = { comparison: Comparison; unchanged: number[]; corrects: [number, number][] }
type ComparisonInput = {
  id: string
  fileRows: number
  reading: OriginalReading
  completesId: string | null
  size: number
}

/**
 * Compares an upload with its stored original, which the server reads itself with the declared columns: IBAN and name
 * of every row to be sent must be those of the file, unless the row was declared as edited. Starts the sending, or
 * stops the upload before anything is sent or billed. Idempotent: does nothing when the upload was compared already.
 * @returns null when nothing was compared; when no thread was free, the sweep queues the upload again
 */
export async function compareUpload(id: string): Promise<Comparison | null> {
  const upload = await db().upload.findFirst({
    where: { id, state: 'comparing' },
    select: { fileRows: true, reading: true, completesId: true, original: { select: { bytes: true } } },
  })
  if (!upload) return null
  const { fileRows, completesId, original } = upload
  const started = performance.now()
  const reading = upload.reading as OriginalReading
  const compared = original
    ? await compareFile({ id, fileRows, reading, completesId, size: original.bytes }).catch(unlessBusy)
    : failed('original_gone')
  if (!compared) return null
  await settle(id, compared, hasPayments(reading))
  const { edited, problem } = compared.comparison
  const ms = Math.round(performance.now() - started)
  logger.info({ uploadId: id, rows: fileRows, edited, problem, ms }, 'upload compared with its file')
  return compared.comparison
}

function unlessBusy(error: unknown): null {
  if (error instanceof Refusal && error.code === 'threads_busy') return null
  throw error
}

const failed = (
  problem: Comparison['problem'],
  where: Pick<Comparison, 'row' | 'field' | 'line' | 'element'> = {},
): ComparisonResult => ({
  comparison: { edited: 0, ...(problem && { problem }), ...where },
  unchanged: [],
  corrects: [],
})

async function compareFile(input: ComparisonInput): Promise<ComparisonResult> {
  const { id, fileRows, reading, size } = input
  try {
    return await withFileThread(async (ask) => {
      const { rows, headers } = await ask('open', {
        bytes: await originalBytes(id, size),
        table: reading.table,
      })
      return rows === fileRows ? compareRows(input, headers, ask) : failed('row_count')
    })
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
    const cause = (error.cause as Error | undefined)?.name
    logger.warn({ uploadId: id, why: error.why, cause }, 'could not read the file of an upload')
    // its value stays out of what is stored and logged
    const { line, element } = error.place ?? {}
    return failed('original_unreadable', { ...(line && { line }), ...(element && { element }) })
  }
}

async function compareRows(
  { id, completesId, reading: { map } }: ComparisonInput,
  headers: readonly string[],
  ask: AskFile,
): Promise<ComparisonResult> {
  const compared = failed(undefined)
  for (let after = 0; ; ) {
    const rows = await readRows(id, after)
    const page = await ask('compare', { rows, map })
    if (page.difference) return rowFailure(page.difference)
    compared.comparison.edited += page.edited
    compared.unchanged.push(...page.unchanged)
    if (completesId !== null) {
      const numbers = rows.map(({ row }) => row)
      compared.corrects.push(...correctedRows({ headers, id: completesId }, await ask('cells', numbers)))
    }
    if (rows.length < PAGE) return compared
    after = rows.at(-1)?.row ?? after
  }
}

const rowFailure = ({ row, field }: RowDifference): ComparisonResult =>
  field === 'missing' ? failed('row_missing', { row }) : failed('row_differs', { row, field })

const readRows = (id: string, after: number): Promise<UploadedRow[]> =>
  readLines<UploadedRow>(Prisma.sql`
  select x.number as row, v.iban, x.name, x.edited
    from (select * from upload_rows where upload_id = ${id}::uuid and number > ${after} order by number limit ${PAGE}) x
    left join verifications v on v.id = x.verification_id
   order by x.number`)

async function settle(
  id: string,
  { comparison, unchanged, corrects }: ComparisonResult,
  pays: boolean,
): Promise<void> {
  await db().$transaction(async (tx) => {
    const upload = await lockUpload(tx, id)
    if (upload?.state !== 'comparing') return
    const found = { ...comparison, at: new Date().toISOString() }
    await tx.upload.update({ where: { id }, data: { comparison: found } })
    if (unchanged.length > 0) await markUnchanged(tx, id, unchanged)
    if (corrects.length > 0) await markCorrected(tx, id, corrects)
    if (comparison.problem) await stopSending(tx, upload, { kind: 'system' }, DIFFERS_CODE)
    else await startSending(tx, id)
    if (pays && !comparison.problem) await enqueue(tx, 'payment.read', { uploadId: id })
    await touchUpload(tx, id)
    const object = { type: 'upload', id }
    const { element: _, ...details } = comparison
    await record({ by: { kind: 'system' }, action: 'upload.compared', object, details }, tx)
  }, LONG_TIMEOUTS)
}

const markUnchanged = (tx: Tx, id: string, rows: number[]): Promise<number> =>
  tx.$executeRaw`
    update upload_rows set edited = false where upload_id = ${id}::uuid and number = any(${rows}::int[])`

const markCorrected = (tx: Tx, id: string, rows: ComparisonResult['corrects']): Promise<number> =>
  tx.$executeRaw`
    update upload_rows x set corrects = of.corrected
      from unnest(${rows.map(([row]) => row)}::int[], ${rows.map(([, corrected]) => corrected)}::int[])
        of (row, corrected)
     where x.upload_id = ${id}::uuid and x.number = of.row`
