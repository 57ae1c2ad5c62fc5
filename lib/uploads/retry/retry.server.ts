import 'server-only'
import { randomUUID } from 'node:crypto'
import { record } from '@/lib/audit/record.server'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import { activeConnection } from '@/lib/connections/active.server'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import { sha256 } from '@/lib/platform/crypto.server'
import { type Db, db, setStatementTimeout, type Tx } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { queueComparison } from '@/lib/uploads/comparison-queue.server'
import { connectionMissing, insertUpload, keepOriginal } from '@/lib/uploads/intake/ingest.server'
import { checkSendConditions } from '@/lib/uploads/intake/send-conditions.server'
import { BATCH, RowStore, type SendPlan } from '@/lib/uploads/intake/store.server'
import { type RetryColumns, type RetryFile, retryColumns, retryFile } from '@/lib/uploads/retry/file.server'
import { type RetryRow, retryableRows } from '@/lib/uploads/retry/rows.server'
import { lockUpload, touchUpload } from '@/lib/uploads/sending/lock.server'
import type { ApprovalCause } from '@/lib/uploads/view'
import { visibleUploads } from '@/lib/uploads/visible.server'

type Source = { id: string; fileName: string; title: string | undefined }

/**
 * Retries the rows whose bank didn't respond in time, as a new upload with new verifications that refer to the old
 * ones. The first upload, its rows and its answers don't change. Every check can be retried once; a check that fails
 * again can be retried from the new upload.
 * @returns the ID of the new upload
 * @throws Refusal 404; 401 session_required | key_invalid; 409 upload_open | nothing_to_retry | connection_missing;
 * 503 threads_busy
 */
export async function retryUpload(id: string, by: RequestedBy): Promise<{ id: string }> {
  const connection = await activeConnection()
  if (!connection) throw connectionMissing()
  const { id: connectionId, bulkSize } = connection
  const plan: SendPlan = {
    uploadId: randomUUID(),
    userId: by.actor.id,
    sender: by.actor,
    connectionId,
    bulkSize,
    known: 'anew',
  }
  await sourceOf(db(), id, by.actor)
  const columns = await retryColumns(id, await rowsToRetry(db(), id), by.actor)
  await db().$transaction((tx) => storeRun(tx, { id, plan, columns, by }), {
    timeout: 120_000,
    maxWait: 10_000,
  })
  return { id: plan.uploadId }
}

type RetryRun = { id: string; plan: SendPlan; columns: RetryColumns; by: RequestedBy }

async function storeRun(tx: Tx, { id, plan, columns, by }: RetryRun): Promise<void> {
  await setStatementTimeout(tx, 120)
  const { rows, credits, causes } = await lockAccess(tx, by.actor, async () => {
    await lockUpload(tx, id)
    const source = await sourceOf(tx, id, by.actor)
    const rows = await rowsToRetry(tx, id, columns)
    const run = { rows, file: retryFile(id, rows, columns), source }
    return { rows, ...(await storeRows(tx, plan, run)) }
  })
  await touchUpload(tx, id)
  const counts = { rows: rows.length, credits }
  const entry = (action: string, objectId: string, details: object) =>
    record(
      { by: by.auditActor, action, object: { type: 'upload', id: objectId }, details: { ...details } },
      tx,
    )
  await entry('upload.retried', id, { ...counts, run: plan.uploadId })
  await entry('upload.created', plan.uploadId, {
    ...counts,
    retries: id,
    ...(causes.length > 0 && { waitsBecause: causes }),
  })
}

/** The retryable rows, limited to those whose cells were read. @throws Refusal 409 nothing_to_retry */
async function rowsToRetry(on: Db, id: string, columns?: RetryColumns): Promise<RetryRow[]> {
  const rows = await retryableRows(on, id)
  const known = columns ? rows.filter((row) => columns.cells(row) !== undefined) : rows
  if (known.length === 0) throw new Refusal(409, 'nothing_to_retry', 'This upload has no rows left to retry.')
  return known
}

/** @throws Refusal 404, 409 upload_open */
async function sourceOf(on: Db, id: string, actor: Actor): Promise<Source> {
  const found = await on.upload.findFirst({
    where: { id, ...visibleUploads(actor) },
    select: { fileName: true, title: true, finishedAt: true },
  })
  if (!found) throw notFound()
  if (!found.finishedAt)
    throw new Refusal(409, 'upload_open', 'This upload hasn’t finished yet. Retry its rows when it has.')
  const fileName = `${found.fileName.replace(/\.\w{1,5}$/, '')}.csv`
  return { id, fileName, title: found.title ?? undefined }
}

type Run = { rows: RetryRow[]; file: RetryFile; source: Source }

/** @returns how many checks the retry costs, and why it needs a second person, if it does */
async function storeRows(
  tx: Tx,
  plan: SendPlan,
  { rows, file, source }: Run,
): Promise<{ credits: number; causes: ApprovalCause[] }> {
  const { bytes, ...reading } = file
  const { id: retries, ...named } = source
  const size = { rows: rows.length, kept: rows.length }
  await insertUpload(tx, { ...size, hash: sha256(bytes), ...named, ...reading, retries }, plan)
  const store = new RowStore(tx, plan, rows.length)
  for (let from = 0; from < rows.length; from += BATCH)
    await store.add(rows.slice(from, from + BATCH).map((row, n) => ({ ...row, row: from + n + 1 })))
  await store.finish()
  await link(tx, plan.uploadId, rows)
  await keepOriginal(tx, plan.uploadId, bytes)
  const { causes } = await checkSendConditions(tx, plan, store)
  await queueComparison(tx, plan.uploadId)
  await notify(tx, { topic: 'upload', id: plan.uploadId })
  return { credits: store.verifications, causes }
}

/** Links every new check to the one that it retries. */
const link = (tx: Tx, uploadId: string, rows: RetryRow[]): Promise<number> =>
  tx.$executeRaw`
    update verifications v set previous_id = r.previous_id
      from (select x.verification_id, (array_agg(before.id order by x.number))[1] as previous_id
              from unnest(${rows.map((_, n) => n + 1)}::int[], ${rows.map((row) => row.verificationId)}::uuid[]) as before (number, id)
              join upload_rows x on x.upload_id = ${uploadId}::uuid and x.number = before.number
             group by x.verification_id) r
     where v.id = r.verification_id`
