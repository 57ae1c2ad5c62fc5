import 'server-only'
import { connectionById } from '@/lib/connections/active.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { logger } from '@/lib/platform/log/logger.server'
import { enqueueAll } from '@/lib/platform/queue/queue.server'
import { bool, type RowOf, select, text, uuid } from '@/lib/platform/sql/select.server'
import { markShareOnly, returnSlot, takeSlot } from '@/lib/upstream/budget.server'
import { getSingle } from '@/lib/upstream/client.server'
import type { UpstreamConnection } from '@/lib/upstream/connection'
import {
  ENRICHMENT_DUE,
  ENRICHMENT_OPEN,
  ENRICHMENT_ORDER,
  ENRICHMENT_WANTED,
  fillsEnrichment,
  recordEnrichmentFailure,
  recordEnrichmentMiss,
} from '@/lib/upstream/enrichment.server'
import { BANK_AWAITED_HOURS } from '@/lib/verifications/bank'
import { COMPARED, storeRead } from '@/lib/verifications/refresh/refresh.server'

/** One process reads for a connection at a time; another takes over when the lease expires. */
const LEASE_SECONDS = 15
/** More than a minute has slots for: a job ends when there are none, and the schedule starts the next one. */
const MAX_READS = 30
/** How many minutes after the answer "pending" the read is retried, for at most a day. */
const RETRY_MINUTES = 5

/**
 * The job `enrichment.read`. Items of bulks come without the bank's BIC and name (specification 2.5); the single read
 * (4.3) may return them for French IBANs. Reads the next rows of an upload without them, oldest first, within its own
 * share of the read budget, and only for rows sent with this connection. The specification doesn't say whether the
 * single read knows items of bulks: a refusal counts for its row, several in a row pause the reads for an hour, and the
 * next success ends the pause (`storeRead`). A failed read ends the job, and its row waits behind the others. Can be
 * interrupted at any moment; a row is marked as read only with its answer.
 * @returns how many rows were requested
 */
export const readBanks = (uploadId: string): Promise<number> =>
  readAll(connectionsOf(uploadId), (connectionId) => nextOfUpload(connectionId, uploadId))

/**
 * The schedule `enrichment.again`: when an answer says that the bank is still being looked up (specification 2.3,
 * `pending`), also for a single check, reads it again every few minutes for a day.
 */
export const pollPendingEnrichment = (): Promise<number> => readAll(pendingConnections(), nextPending)

/**
 * The schedule `enrichment.requeue`: queues the upload of the next row, for each connection.
 * @returns how many were queued
 */
export async function requeueBanks(): Promise<number> {
  if (!(await fillsEnrichment())) return 0
  const uploads = await select(
    db(),
    { id: uuid },
    Prisma.sql`
    select distinct b.upload_id as id
      from connections c, lateral (
        select v.bulk_id from verifications v where v.connection_id = c.id and ${ENRICHMENT_WANTED} and ${ENRICHMENT_DUE}
         order by ${ENRICHMENT_ORDER} limit 1) next
      join bulks b on b.id = next.bulk_id
     where ${ENRICHMENT_OPEN}`,
  )
  return enqueueAll(
    db(),
    'enrichment.read',
    uploads.map(({ id }) => ({ data: { uploadId: id } })),
  )
}

type NextCheck = (connectionId: string) => Promise<CheckToRead | undefined>

async function readAll(candidates: Promise<{ id: string }[]>, next: NextCheck): Promise<number> {
  const connections = await candidates
  if (!(await fillsEnrichment())) return 0
  let reads = 0
  for (const { id } of connections) {
    const connection = await connectionById(id)
    if (!connection || !(await lease(id))) continue
    try {
      while (reads < MAX_READS && (await readNext(connection, await next(id)))) reads++
    } finally {
      await release(id)
    }
  }
  return reads
}

/** SQL condition: the answer was "pending" and the retry is due. */
const PENDING = Prisma.sql`
  v.status = 'completed' and v.environment = 'live' and v.upstream_id is not null
    and v.enrichment ->> 'status' = 'pending'
    and coalesce(v.enrichment_asked_at, v.answered_at) < now() - make_interval(mins => ${RETRY_MINUTES}::int)
    and v.answered_at > now() - make_interval(hours => ${BANK_AWAITED_HOURS}::int)`

/** The connections that the batches of an upload were sent with. */
const connectionsOf = (uploadId: string) =>
  select(
    db(),
    { id: uuid.notNull() },
    Prisma.sql`
    select distinct a.connection_id as id from bulks b join attempts a on a.bulk_id = b.id
     where b.upload_id = ${uploadId}::uuid and a.connection_id is not null`,
  )

const pendingConnections = () =>
  select(
    db(),
    { id: uuid },
    Prisma.sql`
    select c.id from connections c
     where exists (select 1 from verifications v where v.connection_id = c.id and ${PENDING})`,
  )

const lease = async (id: string): Promise<boolean> =>
  (await db().$executeRaw`
    update connections set enrichment_probed_at = clock_timestamp()
     where id = ${id}::uuid
       and (enrichment_probed_at is null or enrichment_probed_at < clock_timestamp() - make_interval(secs => ${LEASE_SECONDS}))`) ===
  1

const renew = (id: string) =>
  db().$executeRaw`update connections set enrichment_probed_at = clock_timestamp() where id = ${id}::uuid`

const release = (id: string) =>
  db().$executeRaw`
    update connections set enrichment_probed_at = enrichment_probed_at - make_interval(secs => ${LEASE_SECONDS})
     where id = ${id}::uuid`

const CHECK_TO_READ = { id: uuid, upstreamId: text.notNull(), again: bool }
type CheckToRead = RowOf<typeof CHECK_TO_READ>

async function nextOfUpload(connectionId: string, uploadId: string): Promise<CheckToRead | undefined> {
  const [row] = await select(
    db(),
    CHECK_TO_READ,
    Prisma.sql`
    select v.id, v.upstream_id as "upstreamId", false as again
      from connections c join verifications v on v.connection_id = c.id
     where c.id = ${connectionId}::uuid and v.bulk_id in (select id from bulks where upload_id = ${uploadId}::uuid)
       and ${ENRICHMENT_OPEN} and ${ENRICHMENT_WANTED} and ${ENRICHMENT_DUE}
     order by ${ENRICHMENT_ORDER} limit 1`,
  )
  return row
}

async function nextPending(connectionId: string): Promise<CheckToRead | undefined> {
  const [row] = await select(
    db(),
    CHECK_TO_READ,
    Prisma.sql`
    select v.id, v.upstream_id as "upstreamId", true as again from verifications v
     where v.connection_id = ${connectionId}::uuid and ${PENDING}
     order by v.enrichment_asked_at nulls first limit 1`,
  )
  return row
}

/** @returns false when nothing more can be requested now */
async function readNext(connection: UpstreamConnection, row: CheckToRead | undefined): Promise<boolean> {
  if (!row) return false
  const call = await takeEnrichmentSlot(connection.id)
  if (call === null) return false
  await renew(connection.id)
  const read = await getSingle(connection, row.upstreamId, call)
  if (read.kind === 'ok' && read.body.id.toLowerCase() === row.upstreamId) {
    await store(row.id, read.body)
    return true
  }
  const status = read.kind === 'failed' ? (read.httpStatus ?? 0) : 404
  const refused = isRefusal(status)
  if (refused || (read.kind === 'failed' && isRowFailure(read)))
    await recordFailedRead(connection.id, row, { status, refused })
  return refused
}

/** Takes a slot of this job's share, then one of all reads, so that people who refresh a check keep theirs. */
async function takeEnrichmentSlot(connectionId: string): Promise<bigint | null> {
  const share = await takeSlot(connectionId, 'enrichment')
  if (!share.granted) return null
  const slot = await takeSlot(connectionId, 'single_get')
  if (slot.granted) {
    await markShareOnly(share.call)
    return slot.call
  }
  await returnSlot(share.call)
  return null
}

const LOST = ['upstream_timeout', 'upstream_connection_lost', 'upstream_too_large']

/** A read that failed after it was sent: another row may succeed. Credentials and rate limits don't count. */
const isRowFailure = ({ httpStatus, code }: { httpStatus?: number; code: string }): boolean =>
  httpStatus === undefined ? LOST.includes(code) : ![401, 429].includes(httpStatus)

/**
 * The provider understood the request and has nothing to return. Credential errors, rate limits and outages don't
 * count.
 */
const isRefusal = (status: number): boolean =>
  status === 200 || (status >= 400 && status < 500 && ![401, 408, 429].includes(status))

async function store(id: string, body: unknown): Promise<void> {
  await db().$transaction(async (tx) => {
    const check = await tx.verification.findUniqueOrThrow({
      where: { id },
      select: { id: true, requestedById: true, ...COMPARED },
    })
    await storeRead(tx, check, body, { kind: 'system' })
  })
}

/** Records a refused or failed read. A retry of "pending" doesn't count as a miss of the connection. */
async function recordFailedRead(
  connectionId: string,
  { id, again }: CheckToRead,
  { status, refused }: { status: number; refused: boolean },
): Promise<void> {
  await db().$transaction(async (tx) => {
    if (again)
      await tx.$executeRaw`update verifications set enrichment_asked_at = now() where id = ${id}::uuid`
    else if (!refused) await recordEnrichmentFailure(tx, id)
    else if (await recordEnrichmentMiss(tx, id))
      logger.info(
        { connectionId, status },
        'single reads return no rows of files: requests for bank details are paused',
      )
  })
}
