import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { requirePage } from '@/lib/auth/guard.server'
import { readLimits } from '@/lib/limits/limits.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { triedNamesReport } from '@/lib/verifications/tried/report.server'
import { LimitsView } from './limits-view'
import { limitsQuery, triedQuery } from './queries'

export const limitsMetadata = pageTitle('limits', 'title')

export async function LimitsPage() {
  await requirePage('/admin/limits')
  const client = new QueryClient()
  const [limits, items] = await Promise.all([readLimits(), triedNamesReport()])
  client.setQueryData(limitsQuery.queryKey, limits)
  client.setQueryData(triedQuery.queryKey, { items })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <LimitsView />
    </HydrationBoundary>
  )
}
