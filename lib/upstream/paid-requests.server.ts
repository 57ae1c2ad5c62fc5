import 'server-only'
import { type AuditActor, record } from '@/lib/audit/record.server'
import { db, Prisma, type Tx } from '@/lib/platform/db.server'
import { bool, int4, select, uuid } from '@/lib/platform/sql/select.server'
import type { BreakerCode } from '@/lib/upstream/breaker'

/** A paid request that was refused: how many checks it had, and its bulk. */
type RefusedPayment = { code: BreakerCode; checks: number; bulkId?: string }

/**
 * Opens the credits breaker: requests that cost as much are stopped until a person resumes sending or stops the upload
 * that hit it. When the client itself is refused, all requests are stopped.
 */
export async function stopPaidRequests(
  connectionId: string,
  { code, checks, bulkId }: RefusedPayment,
): Promise<void> {
  const size = code === 'credits_exhausted' ? checks : 1
  await db().$transaction(async (tx) => {
    await tx.$executeRaw`
      insert into breakers (connection_id, kind) values (${connectionId}::uuid, 'credits') on conflict do nothing`
    const [before] = await select(
      tx,
      { open: bool, size: int4.or(null) },
      Prisma.sql`
      select open_since is not null as open, case when probe_from is null and open_since is not null then refused_size end as size
        from breakers where connection_id = ${connectionId}::uuid and kind = 'credits' for update`,
    )
    const smallest = !before?.size || size <= before.size
    await tx.$executeRaw`
      update breakers
         set open_since = coalesce(open_since, clock_timestamp()), probe_from = null, probe_at = null, probe_call = null,
             taken_size = case when open_since is not null and taken_size < ${size}::int then taken_size end,
             code = case when ${smallest} then ${code} else code end,
             refused_size = case when ${smallest} then ${size}::int else refused_size end,
             bulk_id = case when ${smallest} then ${size > 1 ? (bulkId ?? null) : null}::uuid else bulk_id end
       where connection_id = ${connectionId}::uuid and kind = 'credits'`
    if (before?.open) return
    const object = { type: 'connection', id: connectionId }
    await record(
      { by: { kind: 'system' }, action: 'connection.paying_stopped', object, details: { code, checks } },
      tx,
    )
  })
}

/** A person resumes sending: one request may probe, and when it is accepted, the rest follow. */
export async function allowProbe(tx: Tx, connectionId: string): Promise<boolean> {
  const armed = await tx.$executeRaw`
    update breakers set probe_from = clock_timestamp(), probe_at = null, probe_call = null
     where connection_id = ${connectionId}::uuid and kind = 'credits' and open_since is not null`
  return armed === 1
}

/** Closes the breaker when the upload that opened it is stopped. */
export async function forgetRefusal(tx: Tx, uploadId: string, auditActor: AuditActor): Promise<void> {
  const lifted = await select(
    tx,
    { id: uuid },
    Prisma.sql`
    update breakers b
       set open_since = null, closed_at = clock_timestamp(), probe_at = null, probe_call = null, bulk_id = null
     where b.kind = 'credits' and b.open_since is not null
       and b.bulk_id in (select k.id from bulks k where k.upload_id = ${uploadId}::uuid)
    returning b.connection_id as id`,
  )
  for (const { id } of lifted) {
    const object = { type: 'connection', id }
    await record({ by: auditActor, action: 'connection.paying_resumed', object, details: { uploadId } }, tx)
  }
}
