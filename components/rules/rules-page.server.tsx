import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { requirePage } from '@/lib/auth/guard.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { readRules } from '@/lib/reviews/rules/queries.server'
import { rulesQuery } from './queries'
import { Rules } from './rules'

export const rulesMetadata = pageTitle('rules', 'title')

export async function RulesPage() {
  await requirePage('/admin/review-rules')
  const client = new QueryClient()
  client.setQueryData(rulesQuery.queryKey, await readRules())
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Rules />
    </HydrationBoundary>
  )
}
