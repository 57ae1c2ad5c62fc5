import 'server-only'
import { record } from '@/lib/audit/record.server'
import { ENVIRONMENTS } from '@/lib/http/paths'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { enqueue } from '@/lib/platform/queue/queue.server'
import { int4, oneOf, select, uuid } from '@/lib/platform/sql/select.server'
import { UPLOAD_STATES } from '@/lib/uploads/view'
import { announceUpload } from '@/lib/webhooks/outbox.server'

/**
 * Ends an upload with nothing left to send or to poll: every bulk is completed, refused, stopped, or unknown and
 * written off by a person. A stopped upload keeps its state and gets its end time.
 */
export async function finishUpload(tx: Tx, uploadId: string): Promise<boolean> {
  const [row] = await select(
    tx,
    { id: uuid, environment: oneOf(ENVIRONMENTS), state: oneOf(UPLOAD_STATES), total: int4, answered: int4 },
    Prisma.sql`
    update uploads u
       set state = case when u.state = 'stopped' then u.state else 'completed' end, pause_reason = null, finished_at = now()
     where u.id = ${uploadId}::uuid and u.finished_at is null
       and not exists (
         select 1 from bulks b where b.upload_id = u.id and (
           b.state in ('waiting', 'sending', 'accepted', 'processing')
           or b.state = 'unknown' and not exists (
             select 1 from attempts a where a.bulk_id = b.id and a.state = 'written_off')))
    returning u.id, u.environment, u.state, u.total, u.total - u.count_waiting - u.count_unknown as answered`,
  )
  if (!row) return false
  await announceUpload(tx, row)
  if (row.environment === 'live') await enqueue(tx, 'enrichment.read', { uploadId })
  const details = { total: row.total, answered: row.answered }
  const object = { type: 'upload', id: uploadId }
  await record({ by: { kind: 'system' }, action: 'upload.finished', object, details }, tx)
  return true
}
