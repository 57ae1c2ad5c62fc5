import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { limitsQuery } from '@/components/limits/queries'
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
  const client = new QueryClient()
  const [usage, ledger, spending, limits] = await Promise.all([
    readUsage(),
    readLedger({}),
    readSpending({}),
    readLimits(),
  ])
  client.setQueryData(limitsQuery.queryKey, limits)
  client.setQueryData(usageQuery.queryKey, usage)
  client.setQueryData(ledgerQuery({}).queryKey, ledger)
  client.setQueryData(spendingQuery({}).queryKey, spending)
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Usage />
    </HydrationBoundary>
  )
}
