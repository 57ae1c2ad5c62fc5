import 'server-only'
import type { StoredPayable } from '@/lib/payments/reports/lines.server'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { select, uuid } from '@/lib/platform/sql/select.server'
import { batchIds } from '@/lib/tables/payments/cut-ids'
import type { JoinScope } from '@/lib/tables/reports/join'

/** The runs of these MsgIds: of their originals, or of the files of a release. */
export async function runsByMessageId(tx: Tx, messageIds: readonly string[]): Promise<string[]> {
  if (messageIds.length === 0) return []
  const ids = [...new Set(messageIds.flatMap((id) => [id, firstMessage(id)]))]
  const rows = await select(
    tx,
    { id: uuid },
    Prisma.sql`
    select r.upload_id as id from payment_runs r
     where r.state = 'ready' and r.purged_at is null
       and (r.message_id = any(${ids}::text[]) or r.upload_id in (
         select upload_id from payment_releases
          where message_id = any(${ids}::text[]) or held_message_id = any(${ids}::text[])))`,
  )
  return rows.map(({ id }) => id)
}

/** Which lines of a run a MsgId stands for. */
export async function scopesOf(
  tx: Tx,
  runId: string,
  lines: readonly StoredPayable[],
): Promise<(messageId: string | null) => JoinScope> {
  const run = await tx.paymentRun.findUniqueOrThrow({
    where: { uploadId: runId },
    select: {
      messageId: true,
      releases: { select: { number: true, messageId: true, heldMessageId: true, withdrawnAt: true } },
    },
  })
  const scopes = new Map<string, JoinScope>()
  const add = (
    messageId: string | null,
    fits: (line: StoredPayable) => boolean,
    named = (kept: StoredPayable[]) => kept,
  ) => {
    if (messageId !== null) scopes.set(messageId, { trust: 'known', lines: named(lines.filter(fits)) })
  }
  for (const { number, withdrawnAt, ...file } of run.releases) {
    add(file.messageId, ({ release }) => withdrawnAt !== null || release === number)
    const isHeld = ({ release }: StoredPayable) =>
      withdrawnAt !== null || release === null || release > number
    add(file.heldMessageId, isHeld, (kept) => inHeldFile(file.heldMessageId ?? '', kept))
  }
  add(run.messageId, () => true)
  return (messageId) =>
    scopes.get(messageId ?? '') ?? scopes.get(firstMessage(messageId ?? '')) ?? { trust: 'named', lines }
}

/** The lines with the PmtInfIds that the held file gave their batches. */
function inHeldFile(messageId: string, lines: StoredPayable[]): StoredPayable[] {
  const idOf = batchIds(messageId)
  const ids = new Map<string, string>()
  for (const { batchId } of lines) if (batchId !== null && !ids.has(batchId)) ids.set(batchId, idOf(batchId))
  return lines.map((line) => ({ ...line, batchId: line.batchId && (ids.get(line.batchId) ?? null) }))
}

/** A file of several messages numbers their MsgIds: `A-R1`, then `A-R1.2`. Only the first is stored. */
const firstMessage = (messageId: string): string => messageId.replace(/(-[RH]\d+(?:-\d+)?)\.\d+$/, '$1')
