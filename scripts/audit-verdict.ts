// Prints the result of verifying the audit chain. Started by scripts/audit-verify.mjs with its settings.
import { createTranslator } from 'use-intl/core'
import { readCut } from '@/lib/audit/cut.server'
import { verifyAndStore } from '@/lib/audit/verify.server'
import { db } from '@/lib/platform/db.server'
import { exitWithSentence } from '@/lib/platform/storage.server'
import audit from '@/messages/en/audit.json' with { type: 'json' }

const t = createTranslator({ locale: 'en', messages: audit.chain })
const { entries, anchors, breach } = await verifyAndStore().catch(exitWithSentence)
const { cut } = await readCut()
await db().$disconnect()
if (breach) {
  const { kind, seq, after = '0' } = breach
  console.log(`${t('broken', { kind, seq })} ${t(`breach.${kind}`, { seq, after })}`)
} else {
  const removed = cut ? ` Entries up to ${cut.seq} were removed on ${cut.at.toISOString().slice(0, 10)}.` : ''
  console.log(`The chain holds: ${entries} entries, ${anchors} anchors.${removed}`)
}
process.exitCode = breach ? 1 : 0
