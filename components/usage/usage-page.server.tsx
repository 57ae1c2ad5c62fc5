import 'server-only'
import { limitsQuery } from '@/components/limits/queries'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { requirePage } from '@/lib/auth/guard.server'
import { readLimits } from '@/lib/limits/limits.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { readUsage } from '@/lib/usage/overview.server'
import { readLedger } from '@/lib/usage/reconcile.server'
import { readSpending } from '@/lib/usage/spending.server'
import { ledgerQuery, spendingQuery, usageQuery } from './queries'
import { Usage } from './usage'

export const usageMetadata = pageTitle('usage', 'title')

export async function UsagePage() {
  await requirePage('/admin/usage')
  const [usage, ledger, spending, limits] = await Promise.all([
    readUsage(),
    readLedger({}),
    readSpending({}),
    readLimits(),
  ])
  return hydrate(<Usage />, [
    answer(limitsQuery, limits),
    answer(usageQuery, usage),
    answer(ledgerQuery({}), ledger),
    answer(spendingQuery({}), spending),
  ])
}
