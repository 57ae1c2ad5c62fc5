import 'server-only'
import { db, Prisma } from '@/lib/platform/db.server'
import { float8, int4, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'

/** A bulk that this process may poll until its lease expires; writes check `leaseNo`, so that a late one is refused. */
const LEASE = {
  id: uuid,
  uploadId: uuid,
  size: int4,
  answered: int4,
  upstreamId: text.notNull(),
  connectionId: uuid.notNull(),
  leaseNo: int4,
  withheld: text.or(null),
  stillMs: float8,
}
export type Lease = RowOf<typeof LEASE>

/** How long the bulks of a dead process stay leased; a living one renews in time. */
const LEASE_SECONDS = 15
const RENEW_EVERY_MS = 5_000

/** Leases up to `limit` due bulks. Each bulk goes to one process only. */
export const leaseDueBulks = (limit: number): Promise<Lease[]> =>
  select(
    db(),
    LEASE,
    Prisma.sql`
    with due as (
      select id from bulks
       where state in ('accepted', 'processing') and next_poll_at <= now()
         and (lease_until is null or lease_until < now())
       order by next_poll_at limit ${limit} for update skip locked
    )
    update bulks b set lease_until = now() + make_interval(secs => ${LEASE_SECONDS}),
           lease_no = b.lease_no + 1
      from due where b.id = due.id
    returning b.id, b.upload_id as "uploadId", b.size, b.answered, b.upstream_id as "upstreamId",
              b.connection_id as "connectionId", b.lease_no as "leaseNo", b.withheld,
              (extract(epoch from now() - coalesce(b.last_movement_at, b.accepted_at)) * 1000)::float as "stillMs"`,
  )

/** Renews a lease while its poll lasts, however slow the provider is. @returns the end of that */
export function keepLeaseRenewed({ id, leaseNo }: Lease): () => void {
  const renew = () =>
    db().$executeRaw`
      update bulks set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
       where id = ${id}::uuid and lease_no = ${leaseNo} and lease_until is not null`
  // one that fails is tried again in time
  const timer = setInterval(() => void renew().catch(() => {}), RENEW_EVERY_MS)
  return () => clearInterval(timer)
}

/** Returns a lease and sets the delay until the next poll. Does nothing when the lease was lost. */
export const returnLease = (lease: Lease, nextMs: number): Promise<number> =>
  db().$executeRaw`
    update bulks set lease_until = null, next_poll_at = now() + make_interval(secs => ${nextMs / 1000})
     where id = ${lease.id}::uuid and lease_no = ${lease.leaseNo}`
