import 'server-only'
import { isActive } from '@/lib/connections/active.server'
import { sha256 } from '@/lib/platform/crypto.server'
import { type Db, db, Prisma, type Tx } from '@/lib/platform/db.server'
import { int4, select } from '@/lib/platform/sql/select.server'
import { lockUploadOf, touchUpload } from '@/lib/uploads/sending/lock.server'
import { dropObsoleteRows } from '@/lib/uploads/sending/obsolete-rows.server'
import { createAttempt, sendBy } from '@/lib/upstream/attempts.server'

type Item = { iban: string; name: string }
export type ClaimedBulk = {
  attemptId: string
  bulkId: string
  items: Item[]
  /** on this process's monotonic clock; a request that has not started by then is dropped */
  sendBy: number
}

/**
 * Claims a bulk: one attempt in state sending, committed before the first byte leaves. Refuses (null) when there is
 * nothing to send: the upload is paused or over, the bulk is not waiting or not yet due, an earlier bulk is not settled,
 * somebody else has it, none of its rows needs sending any more, or another connection was made active meanwhile. A job
 * may therefore arrive twice or late.
 */
export async function claimBulk(bulkId: string, connectionId: string): Promise<ClaimedBulk | null> {
  const claim = await db().$transaction(
    async (tx) => {
      const upload = await lockUploadOf(tx, bulkId)
      if (!(await sendableSize(bulkId, tx))) return null
      if (!(await isActive(tx, connectionId))) return null
      if (!(await dropObsoleteRows(tx, upload.id, bulkId))) return null
      const items = await itemsOf(tx, bulkId)
      const plan = { connectionId, payloadSha256: hashOf(items), state: 'sending' as const }
      const attempt = await createAttempt(tx, { bulkId }, plan)
      await tx.bulk.update({
        where: { id: bulkId },
        data: { state: 'sending', connectionId, nextPollAt: null },
      })
      if (upload.state === 'waiting')
        await tx.upload.update({ where: { id: upload.id }, data: { state: 'processing' } })
      await touchUpload(tx, upload.id)
      return { attemptId: attempt.id, bulkId, items }
    },
    { timeout: 30_000, maxWait: 10_000 },
  )
  return claim && { ...claim, sendBy: sendBy() }
}

/** SQL condition: batch `b` has no live attempt: planned, sent or accepted. The database refuses a second one. */
export const NO_LIVE_ATTEMPT = Prisma.sql`not exists (
  select 1 from attempts a where a.bulk_id = b.id and a.state in ('ready', 'sending', 'accepted', 'unknown', 'attached'))`

/** How many checks a bulk has if it can be sent now, else null. */
export async function sendableSize(bulkId: string, on: Db = db()): Promise<number | null> {
  const [found] = await select(
    on,
    { size: int4 },
    Prisma.sql`
    select b.size from bulks b join uploads u on u.id = b.upload_id and u.state in ('waiting', 'processing')
     where b.id = ${bulkId}::uuid and b.state = 'waiting' and (b.next_poll_at is null or b.next_poll_at <= now())
       and not exists (select 1 from bulks e where e.upload_id = b.upload_id and e.number < b.number
                          and e.state in ('waiting', 'sending'))
       and ${NO_LIVE_ATTEMPT}`,
  )
  return found?.size ?? null
}

const itemsOf = (tx: Tx, bulkId: string): Promise<Item[]> =>
  tx.verification.findMany({
    where: { bulkId },
    orderBy: { itemIndex: 'asc' },
    select: { iban: true, name: true },
  })

const hashOf = (items: Item[]) => sha256(JSON.stringify(items.map(({ iban, name }) => [iban, name])))
