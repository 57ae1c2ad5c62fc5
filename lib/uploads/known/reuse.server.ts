import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { int4, selectOne } from '@/lib/platform/sql/select.server'
import { KNOWN_DAYS, type KnownCounts } from '@/lib/uploads/known/known'
import { dropChecks } from '@/lib/uploads/sending/settle.server'
import { KNOWN_MATCH } from '@/lib/verifications/check/problems'
import { ownChecks } from '@/lib/verifications/record/queries.server'

/** SQL condition: `k` is a match that this person may open and that is recent enough to replace a new check. */
export const isKnownTo = (actor: Pick<Actor, 'id' | 'roles'>): Prisma.Sql => Prisma.sql`
  k.environment = 'live' and k.match_result = 'match' and k.purged_at is null
  and k.source <> 'bank_report'
  and k.answered_at > now() - make_interval(days => ${KNOWN_DAYS}::int)
  ${ownChecks(actor, 'k')}`

/**
 * Uses the known answers of an upload of which nothing was sent: their rows aren't sent and point to the earlier check,
 * and the remaining checks are repacked into batches. Answers that have expired, or that this person may not open, are
 * checked again.
 */
export async function reuseKnown(
  tx: Tx,
  uploadId: string,
  actor: Pick<Actor, 'id' | 'roles'>,
): Promise<KnownCounts> {
  await tx.$executeRaw`
    update verifications v set known_id = null
     where v.upload_id = ${uploadId}::uuid and v.known_id is not null
       and not exists (select from verifications k where k.id = v.known_id and ${isKnownTo(actor)})`
  const offered = Prisma.sql`v.upload_id = ${uploadId}::uuid and v.known_id is not null`
  const count = await selectOne(
    tx,
    { credits: int4 },
    Prisma.sql`
    select count(*)::int as credits from verifications v where ${offered}`,
  )
  const rows = await dropChecks(tx, uploadId, offered, KNOWN_MATCH)
  await tx.$executeRaw`update verifications v set bulk_id = null, item_index = null where ${offered}`
  await closeUp(tx, uploadId)
  const taken = { rows, credits: count.credits }
  await tx.upload.update({
    where: { id: uploadId },
    data: { knownChoice: 'taken', knownRows: taken.rows, knownCredits: taken.credits },
  })
  return taken
}

/**
 * Repacks the remaining checks into as few batches as possible, in order. Indexes are negative in between, so that the
 * unique constraint holds at every step.
 */
async function closeUp(tx: Tx, uploadId: string): Promise<void> {
  const { size } = await selectOne(
    tx,
    { size: int4 },
    Prisma.sql`
    select max(size)::int as size from bulks where upload_id = ${uploadId}::uuid`,
  )
  const { left } = await selectOne(
    tx,
    { left: int4 },
    Prisma.sql`
    with placed as (
      select v.id, v.bulk_id, v.item_index, (row_number() over (order by b.number, v.item_index) - 1)::int as place
        from verifications v join bulks b on b.id = v.bulk_id where b.upload_id = ${uploadId}::uuid),
    moved as (
      update verifications v set bulk_id = b.id, item_index = -1 - p.place % ${size}::int
        from placed p join bulks b on b.upload_id = ${uploadId}::uuid and b.number = p.place / ${size}::int + 1
       where v.id = p.id and (b.id, p.place % ${size}::int) is distinct from (p.bulk_id, p.item_index))
    select count(*)::int as left from placed`,
  )
  await tx.$executeRaw`
    update verifications set item_index = -1 - item_index where upload_id = ${uploadId}::uuid and item_index < 0`
  await tx.$executeRaw`delete from bulks where upload_id = ${uploadId}::uuid and (number - 1) * ${size}::int >= ${left}::int`
  await tx.$executeRaw`
    update bulks set size = least(${size}::int, ${left}::int - (number - 1) * ${size}::int) where upload_id = ${uploadId}::uuid`
}
