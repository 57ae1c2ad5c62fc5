import 'server-only'
import type { StoredPayable } from '@/lib/payments/reports/lines.server'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { select, text, uuid } from '@/lib/platform/sql/select.server'
import { batchIds, firstMessageId } from '@/lib/tables/payments/cut-ids'
import type { JoinScope } from '@/lib/tables/reports/join'

/** The IDs of the runs of each of these MsgIds, which may be that of an original file or of a file of a release. */
export async function runsByMessageId(
  tx: Tx,
  messageIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const ids = [...new Set(messageIds.flatMap((id) => [id, firstMessageId(id)]))]
  const rows = await select(
    tx,
    { runId: uuid, messageId: text.notNull() },
    Prisma.sql`
    select r.upload_id as "runId", named.id as "messageId"
      from unnest(${ids}::text[]) named (id)
      cross join lateral (
        select upload_id from payment_messages where message_id = named.id
        union
        select upload_id from payment_releases where message_id = named.id or held_message_id = named.id) of
      join payment_runs r on r.upload_id = of.upload_id and r.state = 'ready' and r.purged_at is null`,
  )
  const runs = Map.groupBy(rows, ({ messageId }) => messageId)
  const runsOf = (id: string) => (runs.get(id) ?? []).map(({ runId }) => runId)
  return new Map(messageIds.map((id) => [id, [...new Set([...runsOf(id), ...runsOf(firstMessageId(id))])]]))
}

/** Returns a function from a MsgId to the lines of the run that the file with this MsgId contains. */
export async function scopesOf(
  tx: Tx,
  runId: string,
  lines: readonly StoredPayable[],
): Promise<(messageId: string | null) => JoinScope> {
  const run = await tx.paymentRun.findUniqueOrThrow({
    where: { uploadId: runId },
    select: {
      messages: { orderBy: { number: 'asc' } },
      releases: { select: { number: true, messageId: true, heldMessageId: true, withdrawnAt: true } },
    },
  })
  const scopes = new Map<string, JoinScope>()
  const add = (
    messageId: string | null,
    isInFile: (line: StoredPayable) => boolean,
    named = (kept: StoredPayable[]) => kept,
  ) => {
    if (messageId !== null) scopes.set(messageId, { trust: 'known', lines: named(lines.filter(isInFile)) })
  }
  for (const { number, withdrawnAt, ...file } of run.releases) {
    add(file.messageId, ({ release }) => withdrawnAt !== null || release === number)
    const isHeld = ({ release }: StoredPayable) =>
      withdrawnAt !== null || release === null || release > number
    add(file.heldMessageId, isHeld, (kept) => inHeldFile(file.heldMessageId ?? '', kept))
  }
  const spans = run.messages.map(({ messageId, batch: from }, index) => {
    return { messageId, from, end: run.messages[index + 1]?.batch ?? Number.POSITIVE_INFINITY }
  })
  for (const [messageId, own] of Map.groupBy(spans, (span) => span.messageId))
    add(messageId, ({ batch }) => own.some(({ from, end }) => batch >= from && batch < end))
  return (messageId) =>
    scopes.get(messageId ?? '') ?? scopes.get(firstMessageId(messageId ?? '')) ?? { trust: 'named', lines }
}

/** Lines with the PmtInfIds that their batches have in the held file. */
function inHeldFile(messageId: string, lines: StoredPayable[]): StoredPayable[] {
  const idOf = batchIds(messageId)
  const ids = new Map<string, string>()
  for (const { batchId } of lines) if (batchId !== null && !ids.has(batchId)) ids.set(batchId, idOf(batchId))
  return lines.map((line) => ({ ...line, batchId: line.batchId && (ids.get(line.batchId) ?? null) }))
}
