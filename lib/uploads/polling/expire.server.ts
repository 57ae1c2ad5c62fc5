import 'server-only'
import { record } from '@/lib/audit/record.server'
import { db, Prisma, type Tx } from '@/lib/platform/db.server'
import { type RowOf, select, uuid } from '@/lib/platform/sql/select.server'
import { lockUploadOf, touchUpload } from '@/lib/uploads/sending/lock.server'
import { doubtRows } from '@/lib/uploads/sending/settle.server'
import { ANSWERED_WITHIN_DAYS, expireAnswer } from '@/lib/upstream/attempts.server'
import { refundRejected } from '@/lib/usage/ledger.server'

const SILENT = { bulkId: uuid, attemptId: uuid }
type Silent = RowOf<typeof SILENT>

/**
 * Ends the polling of bulks that the provider accepted and has not answered for days: their other rows become unknown,
 * and people decide. Answers that came stay.
 * @returns how many were given up
 */
export async function expireBulks(): Promise<number> {
  const silent = await select(
    db(),
    SILENT,
    Prisma.sql`
    select b.id as "bulkId", a.id as "attemptId" from bulks b join attempts a on a.bulk_id = b.id
     where b.state in ('accepted', 'processing') and a.state in ('accepted', 'attached')
       and coalesce(b.last_movement_at, b.accepted_at) < now() - make_interval(days => ${ANSWERED_WITHIN_DAYS}::int)
     limit 100`,
  )
  let expired = 0
  for (const one of silent) if (await db().$transaction((tx) => expire(tx, one))) expired++
  return expired
}

async function expire(tx: Tx, { bulkId, attemptId }: Silent): Promise<boolean> {
  const upload = await lockUploadOf(tx, bulkId)
  if (!upload) return false
  await refundRejected(tx, bulkId)
  if (!(await expireAnswer(tx, attemptId))) return false
  await doubtRows(tx, upload.id, bulkId)
  await touchUpload(tx, upload.id)
  const object = { type: 'upload', id: upload.id }
  const details = { bulkId, attemptId, code: 'never_answered' }
  await record({ by: { kind: 'system' }, action: 'bulk.unknown', object, details }, tx)
  return true
}
