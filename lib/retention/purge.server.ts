import 'server-only'
import { record } from '@/lib/audit/record.server'
import { db, LONG_TIMEOUTS, Prisma, type Tx } from '@/lib/platform/db.server'
import { REDACTED } from '@/lib/platform/log/scrub'
import { select, uuid } from '@/lib/platform/sql/select.server'
import type { Cutoffs } from '@/lib/retention/cutoff.server'
import { abandonedUpload, dueCheck } from '@/lib/retention/effect.server'
import { dueOriginal } from '@/lib/retention/payments/due.server'
import { SIGN_IN_DAYS } from '@/lib/retention/periods'
import { heldScope, isHeld, retentionLock } from '@/lib/retention/scope.server'
import {
  allowRedaction,
  DELETED_FILE_NAME,
  keyFileHashes,
  stripAttemptNotes,
  stripChecks,
} from '@/lib/retention/strip.server'
import type { NightCounts } from '@/lib/retention/view'
import { stopSending } from '@/lib/uploads/sending/control.server'
import { lockUpload, touchUpload } from '@/lib/uploads/sending/lock.server'

const CHECK_BATCH = 500
const ROW_BATCH = 5_000
const FILE_BATCH = 20

/** Adds to the run's report and renews its lease, in the transaction of the batch. */
export type Count = (tx: Tx, counts: Partial<NightCounts>) => Promise<void>

/** Repeats a short transaction until it affects no rows. */
export async function inBatches(batch: (tx: Tx) => Promise<number>): Promise<void> {
  let done: number
  do
    done = await db().$transaction(async (tx) => {
      await retentionLock(tx)
      return batch(tx)
    }, LONG_TIMEOUTS)
  while (done > 0)
}

/** The same, and adds the rows of each batch to one number of the report. */
export const countedBatches = (
  count: Count,
  what: keyof NightCounts,
  batch: (tx: Tx) => Promise<number>,
): Promise<void> =>
  inBatches(async (tx) => {
    const done = await batch(tx)
    if (done > 0) await count(tx, { [what]: done })
    return done
  })

/** Stops uploads without progress for the whole period, so that their checks can be purged like the rest. */
export async function stopAbandonedUploads(before: Date): Promise<void> {
  const { uploadIds } = await heldScope(db())
  const forgotten = await select(
    db(),
    { id: uuid },
    Prisma.sql`
    select u.id from uploads u where ${abandonedUpload(before)} and not u.id = any(${uploadIds}::uuid[])`,
  )
  for (const { id } of forgotten)
    await db().$transaction(async (tx) => {
      const upload = await lockUpload(tx, id)
      if (upload?.state !== 'paused' && upload?.state !== 'comparing') return
      const details = await stopSending(tx, upload, { kind: 'system' })
      await touchUpload(tx, id)
      const object = { type: 'upload', id }
      await record({ by: { kind: 'system' }, action: 'upload.stopped', object, details }, tx)
    }, LONG_TIMEOUTS)
}

/** Removes the values of every check created before the cutoff, unless it is held or still waits for its answer. */
export const purgeChecks = (before: Date, count: Count): Promise<void> =>
  inBatches(async (tx) => {
    const held = isHeld(await heldScope(tx))
    const due = await select(
      tx,
      { id: uuid },
      Prisma.sql`
      select v.id from verifications v where ${dueCheck(before)} and not ${held}
       order by v.created_at, v.id limit ${CHECK_BATCH}`,
    )
    const stripped = await stripChecks(
      tx,
      due.map(({ id }) => id),
    )
    if (stripped.checks > 0) await count(tx, stripped)
    return stripped.checks
  })

/** Deletes original files that are older than the file period or whose checks are due. Open payment runs keep theirs. */
export const purgeOriginals = (before: Cutoffs, count: Count): Promise<void> =>
  countedBatches(count, 'originals', async (tx) => {
    const { uploadIds } = await heldScope(tx)
    return tx.$executeRaw`
      delete from upload_originals where upload_id in (
        select o.upload_id from upload_originals o join uploads u on u.id = o.upload_id
         where ${dueOriginal(before)} and not o.upload_id = any(${uploadIds}::uuid[])
         limit ${FILE_BATCH})`
  })

/** Removes names from what is left of old uploads: unsent rows, file name, title and headers. */
export const purgeUploads = (before: Date, count: Count): Promise<void> =>
  inBatches(async (tx) => {
    const { uploadIds } = await heldScope(tx)
    // uploads purged by a version that kept plain hashes
    await keyFileHashes(tx, Prisma.sql`u.purged_at is not null`)
    // locked before what belongs to it, as everywhere else
    const [due] = await select(
      tx,
      { id: uuid },
      Prisma.sql`
      select u.id from uploads u
       where u.purged_at is null and u.created_at < ${before}::timestamptz
         and not u.id = any(${uploadIds}::uuid[])
         and not exists (select from upload_rows x join verifications v on v.id = x.verification_id
                          where x.upload_id = u.id and v.purged_at is null)
       order by u.created_at limit 1 for no key update of u`,
    )
    if (!due) return 0
    const rows = await tx.$executeRaw`
      update upload_rows set name = null, reference = null where upload_id = ${due.id}::uuid and number in (
        select number from upload_rows where upload_id = ${due.id}::uuid and num_nonnulls(name, reference) > 0
         order by number limit ${ROW_BATCH})`
    if (rows === ROW_BATCH) return rows
    await allowRedaction(tx)
    await closeUpload(tx, due.id)
    await count(tx, { uploads: 1 })
    return 1
  })

/** Links to other uploads stay. How the file was read and what people wrote about it is removed. */
async function closeUpload(tx: Tx, id: string): Promise<void> {
  await stripAttemptNotes(
    tx,
    Prisma.sql`a.bulk_id in (select b.id from bulks b where b.upload_id = ${id}::uuid)`,
  )
  await tx.$executeRaw`
    update upload_approvals set reason = ${REDACTED} where upload_id = ${id}::uuid and reason is not null`
  await keyFileHashes(tx, Prisma.sql`u.id = ${id}::uuid`)
  await tx.$executeRaw`
    update uploads set purged_at = now(), version = version + 1,
           file_name = ${DELETED_FILE_NAME},
           title = null, reading = '{}'
     where id = ${id}::uuid`
}

/** Deletes what has a fixed period: responses stored for idempotent requests, failed sign-ins and ended sessions. */
export async function purgeShortLived(): Promise<void> {
  const days = Prisma.sql`now() - make_interval(days => ${SIGN_IN_DAYS}::int)`
  await db().$executeRaw`delete from idempotency_keys where created_at < now() - interval '24 hours'`
  await db().$executeRaw`delete from sign_in_failures where at < ${days}`
  await db().$executeRaw`delete from sessions where coalesce(revoked_at, last_seen_at) < ${days}`
}
