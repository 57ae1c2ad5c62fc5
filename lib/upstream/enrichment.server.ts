import 'server-only'
import { z } from 'zod'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { setting } from '@/lib/platform/settings.server'
import { int4, select } from '@/lib/platform/sql/select.server'

/** Setting: whether the bank's BIC and name are read for rows of files. */
export const backfillSetting = setting('enrichment.backfill', z.boolean(), true)
export const fillsEnrichment = backfillSetting.read

/** After this many rows in a row without a result, the provider seems to return none for bulks: reads pause. */
const MAX_MISSES = 5
const PAUSE_MINUTES = 60

/** A row whose read failed is read again after this long, behind all others. */
const RETRY_MINUTES = 60
/** After so many failures it is given up. */
export const MAX_ENRICHMENT_TRIES = 24

/** SQL condition: check `v` is a French row of a file that was sent with its connection and has not been read yet. */
export const ENRICHMENT_WANTED = Prisma.sql`
  v.source = 'bulk' and v.country = 'FR' and v.status = 'completed' and v.enrichment is null
    and v.enrichment_asked_at is null and v.upstream_id is not null
    and exists (select from attempts a where a.bulk_id = v.bulk_id and a.connection_id = v.connection_id
                   and a.state in ('accepted', 'attached') and a.owner is not null)`

/** SQL condition: no read of check `v` failed within the last hour. */
export const ENRICHMENT_DUE = Prisma.sql`
  (v.enrichment_tried_at is null
    or v.enrichment_tried_at < clock_timestamp() - make_interval(mins => ${RETRY_MINUTES}::int))`

/** SQL order of the rows that are read: least recently tried, then oldest answer. */
export const ENRICHMENT_ORDER = Prisma.sql`v.enrichment_tried_at nulls first, v.answered_at`

/** SQL condition: rows of connection `c` may be read now. */
export const ENRICHMENT_OPEN = Prisma.sql`
  (c.enrichment_reads is distinct from 'refused' or c.enrichment_paused_until <= clock_timestamp())`

/** Records a successful read by ID; a row of a file proves that such reads work. */
export async function recordEnrichmentRead(tx: Tx, verificationId: string): Promise<void> {
  await tx.$executeRaw`
    update connections c set enrichment_reads = 'works', enrichment_misses = 0, enrichment_paused_until = null
      from verifications v
     where v.id = ${verificationId}::uuid and v.source = 'bulk' and c.id = v.connection_id
       and (c.enrichment_reads is distinct from 'works' or c.enrichment_misses > 0)`
  await markRead(tx, verificationId)
}

/** After the connection: the order of the locks. */
const markRead = (tx: Tx, verificationId: string): Promise<number> =>
  tx.$executeRaw`
    update verifications set enrichment_asked_at = now(), enrichment_tries = 0 where id = ${verificationId}::uuid`

/**
 * Records that the provider returned nothing for a row of a file. Several in a row pause the reads.
 * @returns true when this one started the pause
 */
export async function recordEnrichmentMiss(tx: Tx, verificationId: string): Promise<boolean> {
  const [row] = await select(
    tx,
    { misses: int4 },
    Prisma.sql`
    update connections c
       set enrichment_misses = c.enrichment_misses + 1,
           enrichment_reads = case when c.enrichment_misses + 1 >= ${MAX_MISSES}::int then 'refused' else c.enrichment_reads end,
           enrichment_paused_until = case when c.enrichment_misses + 1 >= ${MAX_MISSES}::int
                                          then clock_timestamp() + make_interval(mins => ${PAUSE_MINUTES}::int) end
      from verifications v where v.id = ${verificationId}::uuid and c.id = v.connection_id
    returning c.enrichment_misses as misses`,
  )
  await markRead(tx, verificationId)
  return row?.misses === MAX_MISSES
}

/** Records that the read of a row failed in a way that says nothing about others. The last try gives the row up. */
export const recordEnrichmentFailure = (tx: Tx, verificationId: string): Promise<number> =>
  tx.$executeRaw`
    update verifications
       set enrichment_tries = enrichment_tries + 1, enrichment_tried_at = clock_timestamp(),
           enrichment_asked_at = case when enrichment_tries + 1 >= ${MAX_ENRICHMENT_TRIES}::int then now() end
     where id = ${verificationId}::uuid and enrichment_asked_at is null`
