// Prints what the verification of the audit chain found. Started by scripts/audit-verify.mjs with its settings.
import { verifyAndKeep } from '@/lib/audit/verify.server'
import { db } from '@/lib/platform/db.server'
import { translator } from '@/lib/platform/i18n.server'

const t = translator('en', 'audit.chain') as (key: string, values: Record<string, string>) => string
const { entries, anchors, breach } = await verifyAndKeep()
await db().$disconnect()
if (breach) {
  const { kind, seq, after = '0' } = breach
  console.log(`${t('broken', { kind, seq })} ${t(`breach.${kind}`, { seq, after })}`)
} else {
  console.log(`The chain holds: ${entries} entries, ${anchors} anchors.`)
}
process.exitCode = breach ? 1 : 0
