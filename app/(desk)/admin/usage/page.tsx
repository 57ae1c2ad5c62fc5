import { limitsQuery } from '@/components/limits/queries'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { ledgerQuery, spendingQuery, usageQuery } from '@/components/usage/queries'
import { Usage } from '@/components/usage/usage'
import { requirePage } from '@/lib/auth/guard.server'
import { readLimits } from '@/lib/limits/limits.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { readUsage } from '@/lib/usage/overview.server'
import { readLedger } from '@/lib/usage/reconcile.server'
import { readSpending } from '@/lib/usage/spending.server'

export const generateMetadata = pageTitle('usage', 'title')

export default async function UsagePage() {
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
