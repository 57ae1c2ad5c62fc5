import 'server-only'
import { anchorHead } from '@/lib/audit/anchor.server'
import { lastVerdict, verifyAndStore } from '@/lib/audit/verify.server'
import { DAY_MS } from '@/lib/platform/days/period'
import { logger } from '@/lib/platform/log/logger.server'

/** Runs every minute in the worker: anchors new entries, and verifies the whole chain once a day. */
export async function watchChain(): Promise<void> {
  await anchorHead()
  const last = await lastVerdict()
  const age = last ? Date.now() - Date.parse(last.checkedAt) : DAY_MS
  // a verdict dated in the future, from a wrong clock or forged, proves nothing
  if (age >= 0 && age < DAY_MS) return
  const { breach } = await verifyAndStore()
  if (breach) logger.error({ breach }, 'the audit chain is broken')
}
