import 'server-only'
import { record } from '@/lib/audit/record.server'
import { db, LONG_TIMEOUTS, Prisma, type Tx } from '@/lib/platform/db.server'
import { bool, int4, select, selectOne, text, uuid } from '@/lib/platform/sql/select.server'
import type { CountedResult, ResultChange } from '@/lib/uploads/counts'
import type { Lease } from '@/lib/uploads/polling/lease.server'
import { finishUpload } from '@/lib/uploads/sending/finish.server'
import { lockUpload, moveCounts, touchUpload } from '@/lib/uploads/sending/lock.server'
import { MISSING_UPSTREAM, type ReportedCounts } from '@/lib/uploads/view'
import type { WireItem } from '@/lib/upstream/contract'
import { refundRejected } from '@/lib/usage/ledger.server'
import { readItem } from '@/lib/verifications/answer'
import { type ChangedVerification, recordAnswers } from '@/lib/verifications/answers.server'

/** `items`: those with an answer. */
export type PollResult = { reported: ReportedCounts; items: WireItem[]; withheld: string | null }

/**
 * Stores the results of a poll in one transaction: answers, counts, state, version. A bulk is completed when
 * every index has its final answer (specification 3), whatever the provider says. Answers with the ID of another check
 * are withheld.
 * @returns the changes, or null when the lease was lost because another process took over
 */
export function storePoll(
  lease: Lease,
  given: PollResult,
): Promise<{ moved: number; completed: boolean } | null> {
  return db().$transaction(async (tx) => {
    const upload = await lockUpload(tx, lease.uploadId)
    const before = await stateOf(tx, lease)
    if (!upload || !before) return null
    const ofOthers = await haveIdsOfOthers(tx, lease, given.items)
    const look = ofOthers ? { ...given, items: [], withheld: 'ids' } : given
    const changed = await answer(tx, lease, look.items)
    await moveCounts(tx, upload.id, await movesOf(tx, changed))
    const final = changed.filter((one) => one.outcome !== 'waiting').length
    const completed = before.answered + final === lease.size
    await updateBulk(tx, lease, look, { final, completed })
    const news = final > 0 || completed || before.withheld !== look.withheld || before.state === 'accepted'
    if (news) await touchUpload(tx, upload.id)
    if (completed) await complete(tx, lease)
    return { moved: final, completed }
  }, LONG_TIMEOUTS)
}

/** Records that the provider no longer finds a bulk. It keeps its ID and is still polled; nothing is sent again. */
export const storeMissing = (lease: Lease): Promise<void> =>
  db().$transaction(async (tx) => {
    const upload = await lockUpload(tx, lease.uploadId)
    const before = await stateOf(tx, lease)
    if (!upload || !before || before.withheld === MISSING_UPSTREAM) return
    await tx.bulk.update({ where: { id: lease.id }, data: { withheld: MISSING_UPSTREAM } })
    await touchUpload(tx, upload.id)
  })

async function stateOf(tx: Tx, { id, leaseNo }: Lease) {
  const [row] = await select(
    tx,
    { state: text, withheld: text.or(null), answered: int4 },
    Prisma.sql`
    select state::text as state, withheld, answered from bulks
     where id = ${id}::uuid and lease_no = ${leaseNo} and state in ('accepted', 'processing')`,
  )
  return row
}

/**
 * Whether an answer has the ID of a check of another IBAN or name, in this bulk or elsewhere. An ID is one check's
 * (specification 2.5), so the provider mixed up the answers of this bulk.
 */
async function haveIdsOfOthers(tx: Tx, { id }: Lease, answers: WireItem[]): Promise<boolean> {
  const given = answers.flatMap(({ index, wire }) => {
    const { upstreamId } = readItem(wire)
    return upstreamId === null ? [] : [{ index, upstreamId }]
  })
  if (given.length === 0) return false
  const { found } = await selectOne(
    tx,
    { found: bool },
    Prisma.sql`
    with given as (
      select v.id, v.environment, v.iban, v.name, a.upstream_id
        from unnest(${given.map(({ index }) => index)}::int[],
                    ${given.map(({ upstreamId }) => upstreamId)}::text[]) as a (item_index, upstream_id)
        join verifications v on v.bulk_id = ${id}::uuid and v.item_index = a.item_index
    )
    select exists (
      select from given one
        join (select * from given
              union all
              select id, environment, iban, name, upstream_id from verifications
               where upstream_id in (select upstream_id from given)) other on other.upstream_id = one.upstream_id
       where (other.environment, other.iban, other.name) <> (one.environment, one.iban, one.name)) as found`,
  )
  return found
}

/** Joins answers by index alone: an item has neither IBAN nor name. */
async function answer(tx: Tx, { id }: Lease, answers: WireItem[]): Promise<ChangedVerification[]> {
  if (answers.length === 0) return []
  const verifications = await tx.verification.findMany({
    where: { bulkId: id, itemIndex: { in: answers.map((item) => item.index as number) } },
    select: { id: true, itemIndex: true },
  })
  const byIndex = new Map(verifications.map((one) => [one.itemIndex, one.id]))
  return recordAnswers(
    tx,
    answers.flatMap(({ index, wire }) => {
      const verificationId = byIndex.get(index)
      return verificationId ? [{ verificationId, answer: readItem(wire), raw: wire }] : []
    }),
  )
}

/** The changes in rows of the file: equal rows share a verification and change together. */
async function movesOf(tx: Tx, changed: ChangedVerification[]): Promise<ResultChange[]> {
  const ids = changed.map((one) => one.verificationId)
  const counted = await select(
    tx,
    { id: uuid.notNull(), rows: int4 },
    Prisma.sql`
    select verification_id as id, count(*)::int as rows from upload_rows
     where verification_id = any(${ids}::uuid[]) group by verification_id`,
  )
  const rows = new Map(counted.map((one) => [one.id, one.rows]))
  return changed.map(({ verificationId, before, outcome }) => ({
    from: before as CountedResult,
    to: outcome as CountedResult,
    rows: rows.get(verificationId) ?? 0,
  }))
}

async function updateBulk(
  tx: Tx,
  lease: Lease,
  { reported, withheld }: PollResult,
  { final, completed }: { final: number; completed: boolean },
): Promise<void> {
  const started = reported.status === 'accepted' && lease.answered + final === 0
  const state = completed ? 'completed' : started ? 'accepted' : 'processing'
  await tx.$executeRaw`
    update bulks set state = ${state}::bulk_state, reported = ${JSON.stringify(reported)}::jsonb, withheld = ${withheld},
           answered = answered + ${final}::int,
           last_movement_at = case when ${final}::int > 0 or ${completed} then now() else last_movement_at end,
           completed_at = case when ${completed} then now() end,
           next_poll_at = case when ${completed} then null else next_poll_at end,
           lease_until = case when ${completed} then null else lease_until end
     where id = ${lease.id}::uuid`
}

async function complete(tx: Tx, { id, uploadId, size }: Lease): Promise<void> {
  await refundRejected(tx, id)
  await finishUpload(tx, uploadId)
  const object = { type: 'upload', id: uploadId }
  const details = { bulkId: id, items: size }
  await record({ by: { kind: 'system' }, action: 'bulk.completed', object, details }, tx)
}
