import 'server-only'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { int4, selectOne } from '@/lib/platform/sql/select.server'
import { finishUpload } from '@/lib/uploads/sending/finish.server'
import { touchUpload } from '@/lib/uploads/sending/lock.server'
import { dropChecks, sendNext } from '@/lib/uploads/sending/settle.server'
import { DATA_ERASED, RUN_AGAIN } from '@/lib/verifications/check/problems'
import { REPEATED } from '@/lib/verifications/check/repeated.server'

const ERASED = Prisma.sql`(v.purged_at is not null)`
const OBSOLETE = Prisma.sql`(${ERASED} or ${REPEATED})`

/**
 * Removes the rows that must not be sent from a bulk that is about to be sent, and renumbers the others. While the outcome
 * of a bulk was unknown, its rows could be erased, and would now be sent without IBAN and name. People could also check
 * them again one by one, and would now pay twice.
 * @returns false when no row is left: then the bulk is finished and the next one is sent
 */
export async function dropObsoleteRows(tx: Tx, uploadId: string, bulkId: string): Promise<boolean> {
  const { obsolete, left } = await selectOne(
    tx,
    { obsolete: int4, left: int4 },
    Prisma.sql`
    select count(*) filter (where ${OBSOLETE})::int as obsolete,
           count(*) filter (where not ${OBSOLETE})::int as left
      from verifications v where v.bulk_id = ${bulkId}::uuid`,
  )
  if (obsolete === 0) return true
  const ofBulk = Prisma.sql`v.bulk_id = ${bulkId}::uuid`
  await dropChecks(tx, uploadId, Prisma.sql`${ofBulk} and ${ERASED}`, DATA_ERASED)
  await dropChecks(tx, uploadId, Prisma.sql`${ofBulk} and ${REPEATED}`, RUN_AGAIN)
  if (left === 0) {
    await endBulk(tx, uploadId, bulkId)
    return false
  }
  await tx.$executeRaw`
    update verifications v set bulk_id = null, item_index = null where ${ofBulk} and v.status = 'not_sent'`
  await renumberItems(tx, bulkId)
  await tx.$executeRaw`
    update attempts set items = (select size from bulks where id = ${bulkId}::uuid)
     where bulk_id = ${bulkId}::uuid and items is null`
  await tx.bulk.update({ where: { id: bulkId }, data: { size: left } })
  return true
}

async function endBulk(tx: Tx, uploadId: string, bulkId: string): Promise<void> {
  await tx.bulk.update({ where: { id: bulkId }, data: { state: 'stopped', nextPollAt: null } })
  await sendNext(tx, uploadId)
  await finishUpload(tx, uploadId)
  await touchUpload(tx, uploadId)
}

/** Indexes are negative in between, so that the unique constraint holds at every step. */
async function renumberItems(tx: Tx, bulkId: string): Promise<void> {
  await tx.$executeRaw`
    update verifications v set item_index = -p.place
      from (select id, row_number() over (order by item_index) as place
              from verifications where bulk_id = ${bulkId}::uuid) p
     where v.id = p.id`
  await tx.$executeRaw`update verifications set item_index = -1 - item_index where bulk_id = ${bulkId}::uuid`
}
