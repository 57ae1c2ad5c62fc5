import 'server-only'
import { type Actor, seesAll } from '@/lib/auth/roles'
import { lockAccess } from '@/lib/keys/still-authorised.server'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { notify } from '@/lib/platform/queue/notify.server'
import { notFound } from '@/lib/platform/refusal'
import { int4, oneOf, type RowOf, select, selectOne, uuid } from '@/lib/platform/sql/select.server'
import { changesOf, type ResultChange } from '@/lib/uploads/counts'
import { PAUSE_REASONS, UPLOAD_STATES } from '@/lib/uploads/view'

const LOCKED_UPLOAD = {
  id: uuid,
  state: oneOf(UPLOAD_STATES),
  pauseReason: oneOf(PAUSE_REASONS).or(null),
  createdById: uuid,
}
export type LockedUpload = RowOf<typeof LOCKED_UPLOAD>

/**
 * Locks the row of an upload. Everything that changes an upload, its bulks or its counts takes this lock FIRST, so that
 * sending, polling, pausing and reaping are serialised and never deadlock. Rows with a foreign key to the upload don't
 * wait for it.
 */
export async function lockUpload(tx: Tx, uploadId: string): Promise<LockedUpload | null> {
  const [row] = await select(tx, LOCKED_UPLOAD, lockedUpload(Prisma.sql`${uploadId}::uuid`))
  return row ?? null
}

const lockedUpload = (id: Prisma.Sql): Prisma.Sql => Prisma.sql`
  select id, state, pause_reason as "pauseReason", created_by_id as "createdById"
    from uploads where id = ${id} for no key update`

/**
 * The same for what a person does to the upload. The request may have waited for the lock while the person was
 * deactivated, which pauses their uploads.
 * @throws Refusal 401 session_required | key_invalid; 404 when the person may not see it
 */
export async function lockUploadFor(tx: Tx, uploadId: string, actor: Actor): Promise<LockedUpload> {
  const upload = await lockAccess(tx, actor, () => lockUpload(tx, uploadId))
  if (!upload || !(seesAll(actor) || upload.createdById === actor.id)) throw notFound()
  return upload
}

/** Locks the upload of a bulk. Neither is ever deleted. @returns the upload */
export const lockUploadOf = (tx: Tx, bulkId: string): Promise<LockedUpload> =>
  selectOne(
    tx,
    LOCKED_UPLOAD,
    lockedUpload(Prisma.sql`(select upload_id from bulks where id = ${bulkId}::uuid)`),
  )

/** Moves rows between the counts. A check constraint refuses counts that don't add up to the total. */
export async function moveCounts(tx: Tx, uploadId: string, moves: ResultChange[]): Promise<void> {
  const by = changesOf(moves)
  await tx.upload.update({
    where: { id: uploadId },
    data: {
      countMatch: { increment: by.match },
      countCloseMatch: { increment: by.close_match },
      countNoMatch: { increment: by.no_match },
      countAccountNotVerifiable: { increment: by.account_not_verifiable },
      countFailed: { increment: by.failed },
      countRejected: { increment: by.rejected },
      countUnknown: { increment: by.unknown },
      countWaiting: { increment: by.waiting },
    },
  })
}

/** Increments the version and notifies everybody who watches the upload. */
export async function touchUpload(tx: Tx, uploadId: string): Promise<void> {
  await tx.$executeRaw`update uploads set version = version + 1 where id = ${uploadId}::uuid`
  await notify(tx, { topic: 'upload', id: uploadId })
}

/**
 * Reads each table once, with a list: the planner has no statistics right after an intake and would plan a join badly.
 * @returns how many rows of the file point to the verifications of a bulk that have this status
 */
export async function rowsOfBulk(tx: Tx, bulkId: string, status: 'pending' | 'unknown'): Promise<number> {
  const { rows } = await selectOne(
    tx,
    { rows: int4 },
    Prisma.sql`
    select count(*)::int as rows from upload_rows where verification_id = any(array(
      select id from verifications where bulk_id = ${bulkId}::uuid and status = ${status}::verification_status))`,
  )
  return rows
}
