import 'server-only'
import { record } from '@/lib/audit/record.server'
import type { RequestedBy } from '@/lib/auth/roles'
import { db, type Tx } from '@/lib/platform/db.server'
import { allowProbe } from '@/lib/upstream/paid-requests.server'
import { readUsage } from '@/lib/usage/overview.server'
import type { EntryInput } from '@/lib/usage/schema'
import type { UsageView } from '@/lib/usage/view'

/**
 * Records a top-up or a correction. After a top-up, one request may try again if missing credits had stopped requests.
 * The note may name people, so it goes to the ledger and not to the audit log.
 */
export async function recordEntry(
  { kind, amount, note }: EntryInput,
  { actor, auditActor }: RequestedBy,
): Promise<UsageView> {
  await db().$transaction(async (tx) => {
    const { id } = await tx.creditEntry.create({ data: { kind, amount, note, userId: actor.id } })
    const tries = kind === 'top_up' && (await mayTry(tx))
    await record(
      {
        by: auditActor,
        action: kind === 'top_up' ? 'credits.topped_up' : 'credits.corrected',
        object: { type: 'credits', id: String(id) },
        details: { amount, tries },
      },
      tx,
    )
  })
  return readUsage()
}

async function mayTry(tx: Tx): Promise<boolean> {
  const connection = await tx.connection.findFirst({ where: { active: true }, select: { id: true } })
  return connection !== null && allowProbe(tx, connection.id)
}
