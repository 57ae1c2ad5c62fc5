import 'server-only'
import { evidencePages } from '@/lib/payments/gate/evidence.server'
import type { StoredPayable } from '@/lib/payments/reports/lines.server'
import { Prisma, type Tx } from '@/lib/platform/db.server'
import { select, text, uuid } from '@/lib/platform/sql/select.server'
import { firstMessageId, inHeldFile, messageIdOf } from '@/lib/tables/payments/cut-ids'
import { cutAt, MAX_PAYEE } from '@/lib/tables/payments/name-cap'
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

/**
 * Returns a function from a MsgId to the lines of the run that the message with this MsgId contains, with their names in
 * it. Without the MsgId of a file, a line that was released has its name in the release.
 */
export async function scopesOf(
  tx: Tx,
  runId: string,
  lines: readonly StoredPayable[],
): Promise<(messageId: string | null) => JoinScope> {
  const { messages, releases } = await tx.paymentRun.findUniqueOrThrow({
    where: { uploadId: runId },
    select: {
      messages: { orderBy: { number: 'asc' } },
      releases: {
        where: { withdrawnAt: null },
        select: { number: true, messageId: true, heldMessageId: true, nameCap: true },
      },
    },
  })
  const sent = await withReleasedNames(
    tx,
    runId,
    lines,
    new Map(releases.map(({ number, nameCap }) => [number, nameCap ?? MAX_PAYEE])),
  )
  const scopes = new Map<string, StoredPayable[]>()
  const add = (messageId: string, own: StoredPayable[]) => {
    const together = scopes.get(messageId) ?? []
    for (const line of own) together.push(line)
    scopes.set(messageId, together)
  }
  // a file of a release has no messages without lines
  const inFile = (own: readonly StoredPayable[]) =>
    byMessage(messages, own).filter((together) => together.length > 0)
  for (const { number, messageId, heldMessageId } of releases) {
    const released = sent.filter(({ release }) => release === number)
    const held = lines.filter(({ release }) => release === null || release > number)
    if (messageId)
      for (const [index, own] of inFile(released).entries()) add(messageIdOf(messageId, index), own)
    if (heldMessageId)
      for (const [index, own] of inFile(held).entries())
        add(messageIdOf(heldMessageId, index), inHeldFile(heldMessageId, own))
  }
  const all = byMessage(messages, lines)
  for (const [index, { messageId }] of messages.entries()) add(messageId, all[index] ?? [])
  return (messageId) => {
    const own = scopes.get(messageId ?? '')
    return own ? { trust: 'known', lines: own } : { trust: 'named', lines: sent }
  }
}

/**
 * Lines with the names that they have in the files of their releases: where a reviewer corrected it, the bank answers
 * about the corrected name. It is null if the approval was undone since then.
 */
async function withReleasedNames(
  tx: Tx,
  runId: string,
  lines: readonly StoredPayable[],
  nameCaps: ReadonlyMap<number, number>,
): Promise<StoredPayable[]> {
  const isCorrected = ({ gate, release }: StoredPayable) => release !== null && gate === 'corrected'
  const numbers = lines.filter(isCorrected).map(({ number }) => number)
  const names = new Map<number, string | null>()
  for await (const rows of evidencePages(tx, runId, { open: false, numbers }))
    for (const row of rows) names.set(row.number, row.adoptedName)
  return lines.map((line) => {
    if (!isCorrected(line)) return line
    const name = names.get(line.number) ?? null
    return { ...line, name: name && cutAt(name, nameCaps.get(line.release ?? 0) ?? MAX_PAYEE) }
  })
}

/** The lines of each message. Lines and messages are in the order of the file. */
function byMessage(
  messages: readonly { batch: number }[],
  lines: readonly StoredPayable[],
): StoredPayable[][] {
  const found = messages.map((): StoredPayable[] => [])
  let index = 0
  for (const line of lines) {
    while ((messages[index + 1]?.batch ?? Number.POSITIVE_INFINITY) <= line.batch) index++
    found[index]?.push(line)
  }
  return found
}
