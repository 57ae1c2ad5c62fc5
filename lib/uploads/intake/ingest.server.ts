import 'server-only'
import { type Hash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { keyedHash } from '@/lib/audit/seal.server'
import type { Actor, RequestedBy } from '@/lib/auth/roles'
import { activeConnection } from '@/lib/connections/active.server'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import { encrypt, sha256 } from '@/lib/platform/crypto.server'
import { db, type Tx } from '@/lib/platform/db.server'
import { plainLineOf } from '@/lib/platform/plain-text'
import { notify } from '@/lib/platform/queue/notify.server'
import { notFound, Refusal } from '@/lib/platform/refusal'
import { queueComparison } from '@/lib/uploads/comparison-queue.server'
import { type LineLimit, readWireLines } from '@/lib/uploads/intake/lines.server'
import { type ParsedRow, parseHead, parseOriginal, parseRow } from '@/lib/uploads/intake/parse.server'
import { checkSendConditions } from '@/lib/uploads/intake/send-conditions.server'
import { BATCH, type Plan, RowStore, type SendPlan } from '@/lib/uploads/intake/store.server'
import { recordChoice } from '@/lib/uploads/known/choose.server'
import { assertKnownOffered } from '@/lib/uploads/known/offer.server'
import { visibleUploads } from '@/lib/uploads/visible.server'
import { MAX_ORIGINAL_LINE, MAX_ROW_LINE, type ParsedHead, type UploadHead } from '@/lib/uploads/wire'
import { KNOWN_MATCH } from '@/lib/verifications/check/problems'

/** A slow connection may take minutes; the idle timeout ends uploads that have stalled. */
const TRANSACTION_MS = 10 * 60_000

/**
 * Stores one upload in the format of lib/uploads/wire.ts in ONE transaction: every row, its verifications and bulks,
 * the encrypted original, the audit entry and the comparison job, or nothing.
 * @returns the ID of the new upload
 * @throws Refusal with the first error (400, 408, 413, 422); nothing of the upload is kept then
 */
export async function ingestUpload(
  source: Readable,
  { unpacked, digest }: { unpacked: number; digest: Hash },
  by: RequestedBy,
): Promise<{ id: string }> {
  const connection = await activeConnection()
  if (!connection) throw connectionMissing()
  const limit: LineLimit = { bytes: MAX_ROW_LINE }
  const lines = readWireLines(source, unpacked, { limit, digest })
  try {
    const head = parseHead(await nextLine(lines, 'The upload is empty.'))
    if (head.completes !== undefined) await mayComplete(head.completes, by.actor)
    assertKnownOffered(head.known, by.actor)
    const plan: SendPlan = {
      uploadId: randomUUID(),
      userId: by.actor.id,
      sender: by.actor,
      connectionId: connection.id,
      bulkSize: connection.bulkSize,
      known: head.known,
    }
    await db().$transaction((tx) => store(tx, { lines, limit, head, plan, auditActor: by.auditActor }), {
      timeout: TRANSACTION_MS,
      maxWait: 10_000,
    })
    return { id: plan.uploadId }
  } finally {
    await lines.return(undefined)
  }
}

async function nextLine(lines: AsyncGenerator<Buffer>, missing: string): Promise<Buffer> {
  const next = await lines.next()
  if (next.done) throw new Refusal(400, 'body_truncated', missing)
  return next.value
}

/** The refusal while no connection to a provider is active. */
export const connectionMissing = () =>
  new Refusal(409, 'connection_missing', 'An admin must set up the connection to the bank service first.')

/** @throws Refusal 404 for an upload that this person can't see */
async function mayComplete(id: string, actor: Actor): Promise<void> {
  const found = await db().upload.count({ where: { id, ...visibleUploads(actor) } })
  if (found === 0) throw notFound()
}

type Intake = {
  lines: AsyncGenerator<Buffer>
  limit: LineLimit
  head: ParsedHead
  plan: SendPlan
  auditActor: AuditActor
}

async function store(tx: Tx, intake: Intake): Promise<void> {
  const { head, plan } = intake
  // the transaction is idle while it waits for the sender's next bytes
  await tx.$executeRaw`select set_config('idle_in_transaction_session_timeout', ${String(TRANSACTION_MS)}, true)`
  await insertUpload(tx, head, plan)
  const rows = new RowStore(tx, plan, head.kept)
  await readRows(intake, rows)
  if (rows.kept !== head.kept)
    throw new Refusal(422, 'row_count', `${head.kept} rows to send were declared, ${rows.kept} came.`)
  await readOriginal(tx, intake)
  // the body may have taken minutes, and the names that others try are waited for
  const { causes, known } = await lockAccess(tx, plan.sender, async () => {
    await rows.finish()
    if (head.completes !== undefined) await linkUnsent(tx, plan.uploadId, head.completes)
    return checkSendConditions(tx, plan, rows)
  })
  await queueComparison(tx, plan.uploadId)
  await notify(tx, { topic: 'upload', id: plan.uploadId })
  const details = {
    rows: head.rows,
    kept: rows.kept,
    verifications: rows.verifications,
    bulks: rows.bulkIds.length,
    fileHash: keyedHash('file', head.hash),
    ...(rows.edited > 0 && { edited: rows.edited }),
    ...(head.completes !== undefined && { completes: head.completes }),
    ...(causes.length > 0 && { waitsBecause: causes }),
    ...(known?.state === 'open' && { knownRows: known.rows }),
  }
  await record(
    {
      by: intake.auditActor,
      action: 'upload.created',
      object: { type: 'upload', id: plan.uploadId },
      details,
    },
    tx,
  )
  if (known?.state === 'taken') await recordChoice(tx, plan.uploadId, true, known, intake.auditActor)
}

/** Links the checks that an earlier upload did not send to those of this one: they are no longer to be corrected there. */
const linkUnsent = (tx: Tx, uploadId: string, earlierId: string): Promise<number> =>
  tx.$executeRaw`
    update verifications v set previous_id = earlier.id from verifications earlier
     where v.upload_id = ${uploadId}::uuid and earlier.upload_id = ${earlierId}::uuid
       and earlier.status = 'not_sent' and earlier.problem_code is distinct from ${KNOWN_MATCH}
       and earlier.iban = v.iban and earlier.name = v.name`

/**
 * Inserts an upload that waits for its comparison. `retries`: the upload whose rows this one retries; never set by a
 * client.
 */
export async function insertUpload(
  tx: Tx,
  head: UploadHead & { retries?: string },
  plan: Plan,
): Promise<void> {
  const { fileName, title, hash, table, map, completes, retries } = head
  for (const text of [fileName, title ?? ''])
    if (text.includes('\0') || !text.isWellFormed())
      throw new Refusal(
        422,
        'unicode_malformed',
        'The file name or the title has a character that can’t be stored.',
      )
  await tx.upload.create({
    data: {
      id: plan.uploadId,
      state: 'comparing',
      fileName: plainLineOf(fileName) || 'file',
      fileHash: hash,
      title: (title && plainLineOf(title)) || null,
      completesId: completes ?? null,
      retriesId: retries ?? null,
      reading: { table, map },
      fileRows: head.rows,
      total: head.kept,
      notSent: head.rows - head.kept,
      countWaiting: head.kept,
      createdById: plan.userId,
    },
  })
}

async function readRows({ lines, limit, head }: Intake, rows: RowStore): Promise<void> {
  let batch: ParsedRow[] = []
  let last = 0
  for (let n = 1; n <= head.rows; n++) {
    const line = await nextLine(lines, `${head.rows} rows were declared, ${n - 1} came.`)
    const row = parseRow(line, last)
    last = row.row
    batch.push(row)
    // the line after the last row holds the original file
    if (n === head.rows) limit.bytes = MAX_ORIGINAL_LINE
    if (batch.length === BATCH || n === head.rows) {
      await rows.add(batch)
      batch = []
    }
  }
}

async function readOriginal(tx: Tx, { lines, head, plan }: Intake): Promise<void> {
  const original = parseOriginal(await nextLine(lines, 'The original file is missing.'))
  if (sha256(original) !== head.hash)
    throw new Refusal(422, 'hash_mismatch', 'The original file doesn’t have the declared hash.')
  if (!(await lines.next()).done)
    throw new Refusal(400, 'line_unexpected', 'The original file must be the last part of the body.')
  await keepOriginal(tx, plan.uploadId, original)
}

/** Stores the original file of an upload, encrypted. */
export async function keepOriginal(tx: Tx, uploadId: string, original: Buffer): Promise<void> {
  const cipher = encrypt(original, `upload_originals|cipher|${uploadId}`)
  await tx.uploadOriginal.create({ data: { uploadId, cipher, bytes: original.length } })
}
