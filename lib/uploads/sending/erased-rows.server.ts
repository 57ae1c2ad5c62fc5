import 'server-only'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { int4, selectOne } from '@/lib/platform/sql/select.server'
import { finishUpload } from '@/lib/uploads/sending/finish.server'
import { touchUpload } from '@/lib/uploads/sending/lock.server'
import { dropChecks, dropRows, sendNext } from '@/lib/uploads/sending/settle.server'
import { DATA_ERASED } from '@/lib/verifications/check/problems'

/**
 * Takes the rows whose data was erased out of a bulk that is about to be sent, and closes up the others. While a bulk was
 * in doubt its rows could be erased; sent again, they would go out without IBAN and name.
 * @returns false when nothing is left to send: then the bulk is over and the next one goes
 */
export async function dropErased(tx: Tx, uploadId: string, bulkId: string): Promise<boolean> {
  const { erased, left } = await selectOne(
    tx,
    { erased: int4, left: int4 },
    Prisma.sql`
    select count(*) filter (where purged_at is not null)::int as erased,
           count(*) filter (where purged_at is null)::int as left
      from verifications where bulk_id = ${bulkId}::uuid`,
  )
  if (erased === 0) return true
  if (left === 0) {
    await endBulk(tx, uploadId, bulkId)
    return false
  }
  const which = Prisma.sql`v.bulk_id = ${bulkId}::uuid and v.purged_at is not null`
  await dropChecks(tx, uploadId, which, DATA_ERASED)
  await tx.$executeRaw`update verifications v set bulk_id = null, item_index = null where ${which}`
  await closeUp(tx, bulkId)
  await tx.bulk.update({ where: { id: bulkId }, data: { size: left } })
  return true
}

async function endBulk(tx: Tx, uploadId: string, bulkId: string): Promise<void> {
  await dropRows(tx, uploadId, [bulkId], DATA_ERASED)
  await tx.bulk.update({ where: { id: bulkId }, data: { state: 'stopped', nextPollAt: null } })
  await sendNext(tx, uploadId)
  await finishUpload(tx, uploadId)
  await touchUpload(tx, uploadId)
}

/** Negative indexes in between, so that no place is ever held twice. */
async function closeUp(tx: Tx, bulkId: string): Promise<void> {
  await tx.$executeRaw`
    update verifications v set item_index = -p.place
      from (select id, row_number() over (order by item_index) as place
              from verifications where bulk_id = ${bulkId}::uuid) p
     where v.id = p.id`
  await tx.$executeRaw`update verifications set item_index = -1 - item_index where bulk_id = ${bulkId}::uuid`
}
