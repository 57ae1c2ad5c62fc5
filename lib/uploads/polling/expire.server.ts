import 'server-only'
import { record } from '@/lib/audit/record.server'
import { type Db, db, LONG_TIMEOUTS, Prisma, type Tx } from '@/lib/platform/db.server'
import { type RowOf, select, uuid } from '@/lib/platform/sql/select.server'
import { lockUploadOf, touchUpload } from '@/lib/uploads/sending/lock.server'
import { markRowsUnknown } from '@/lib/uploads/sending/settle.server'
import { ANSWERED_WITHIN_DAYS, expireAnswer } from '@/lib/upstream/attempts.server'
import { settleEach } from '@/lib/upstream/settle-each.server'
import { refundRejected } from '@/lib/usage/ledger.server'

const SILENT = { bulkId: uuid, attemptId: uuid }
type Silent = RowOf<typeof SILENT>

const silentBulks = (on: Db, which = Prisma.empty): Promise<Silent[]> =>
  select(
    on,
    SILENT,
    Prisma.sql`
    select b.id as "bulkId", a.id as "attemptId" from bulks b join attempts a on a.bulk_id = b.id
     where b.state in ('accepted', 'processing') and a.state in ('accepted', 'attached')
       and coalesce(b.last_movement_at, b.accepted_at) < now() - make_interval(days => ${ANSWERED_WITHIN_DAYS}::int)
       ${which}
     limit 100`,
  )

/**
 * Ends the polling of bulks that the provider accepted and has not answered for days: their unanswered rows become
 * unknown, and people decide. Answers that are already stored stay.
 * @returns how many were given up
 */
export const expireBulks = async (): Promise<number> =>
  settleEach(await silentBulks(db()), ({ bulkId }) =>
    db().$transaction((tx) => expire(tx, bulkId), LONG_TIMEOUTS),
  )

async function expire(tx: Tx, id: string): Promise<boolean> {
  const upload = await lockUploadOf(tx, id)
  // a poll may have stored answers meanwhile
  const [silent] = await silentBulks(tx, Prisma.sql`and b.id = ${id}::uuid`)
  if (!silent) return false
  const { bulkId, attemptId } = silent
  await refundRejected(tx, bulkId)
  await expireAnswer(tx, attemptId)
  await markRowsUnknown(tx, upload.id, bulkId)
  await touchUpload(tx, upload.id)
  const object = { type: 'upload', id: upload.id }
  const details = { bulkId, attemptId, code: 'never_answered' }
  await record({ by: { kind: 'system' }, action: 'bulk.unknown', object, details }, tx)
  return true
}
