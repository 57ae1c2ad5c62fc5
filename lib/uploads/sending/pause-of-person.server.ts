import 'server-only'
import type { AuditActor, AuditEvent } from '@/lib/audit/record.server'
import { lockPerson } from '@/lib/auth/end-access.server'
import type { RequesterProblem } from '@/lib/auth/roles'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { select, uuid } from '@/lib/platform/sql/select.server'
import { touchUpload } from '@/lib/uploads/sending/lock.server'

/**
 * Pauses the uploads of a person that would be sent without anybody's action. Uploads that wait for a person, such as for
 * an approval, are left as they are. Call it before taking other locks than the person's: an upload of theirs that has
 * just arrived is stored first, and then paused.
 * @returns the entries for the audit log
 */
export async function pauseUploadsOf(
  tx: Tx,
  personId: string,
  code: RequesterProblem,
  by: AuditActor,
): Promise<AuditEvent[]> {
  await lockPerson(tx, personId)
  const unfinished = Prisma.sql`
    u.created_by_id = ${personId}::uuid
    and (u.state in ('comparing', 'waiting', 'processing') or u.state = 'paused' and u.pause_reason = 'unknown')`
  // a statement of its own: one that waits returns what it had read of the batches before
  await tx.$executeRaw`select from uploads u where ${unfinished} order by u.id for no key update`
  const sending = await select(
    tx,
    { id: uuid },
    Prisma.sql`
    select u.id from uploads u
     where ${unfinished}
       and (u.state = 'comparing' or exists (select from bulks b where b.upload_id = u.id
                                                and b.state in ('waiting', 'sending', 'unknown')))
     order by u.id`,
  )
  const ids = sending.map(({ id }) => id)
  await tx.upload.updateMany({ where: { id: { in: ids } }, data: { state: 'paused', pauseReason: 'user' } })
  for (const id of ids) await touchUpload(tx, id)
  return ids.map((id) => ({ by, action: 'upload.paused', object: { type: 'upload', id }, details: { code } }))
}
