// The steps after a restore, once the rows are back. Started by scripts/restore.mjs; the time of the backup is the last
// argument.
import { rename } from 'node:fs/promises'
import { anchorFile, anchorHead, readAnchors } from '@/lib/audit/anchor.server'
import { assertAuditKeys } from '@/lib/audit/keys.server'
import { record } from '@/lib/audit/record.server'
import { db } from '@/lib/platform/db.server'
import { addRestore } from '@/lib/platform/restores.server'
import { exitWithSentence } from '@/lib/platform/storage.server'
import { finishErasures, reopenErasures } from '@/lib/retention/erasure/erase.server'
import { requireHoldConfirmation } from '@/lib/retention/restore.server'
import { reapBulks } from '@/lib/uploads/sending/sweep.server'
import { reap } from '@/lib/verifications/check/sweep.server'

/**
 * Moves the anchors of entries that the backup does not contain aside: they are kept, but the chain continues from
 * here.
 */
async function setAnchorsAside(): Promise<string> {
  const { anchors } = await readAnchors()
  const head = await db().auditHead.findUnique({ where: { id: 1 } })
  const last = anchors.at(-1)?.seq ?? 0n
  if (last <= (head?.seq ?? 0n)) return `${head?.seq ?? 0n}`
  const stamp = new Date().toISOString().replaceAll(':', '').slice(0, 17)
  await rename(anchorFile(), anchorFile().replace(/\.jsonl$/, `.before-${stamp}.jsonl`))
  return `${last}`
}

// one entry under another key would break the chain permanently
await assertAuditKeys().catch(exitWithSentence)
const madeAt = process.argv.at(-1) ?? ''
await requireHoldConfirmation(madeAt)
await addRestore(madeAt)
// before the first entry that is written from here on
const lastKnown = await setAnchorsAside()
while ((await reapBulks()) + (await reap()) > 0);
await db().$transaction((tx) =>
  record(
    {
      by: { kind: 'system' },
      action: 'audit.restored',
      object: { type: 'audit', id: 'chain' },
      details: { madeAt, lastKnown },
    },
    tx,
  ),
)
await anchorHead()
await reopenErasures()
await finishErasures()
await db().$disconnect()
