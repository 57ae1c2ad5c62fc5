import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { requirePage } from '@/lib/auth/guard.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { listWebhooks } from '@/lib/webhooks/queries.server'
import { webhooksQuery } from './queries'
import { Webhooks } from './webhooks'

export const webhooksMetadata = pageTitle('webhooks', 'title')

export async function WebhooksPage() {
  await requirePage('/admin/webhooks')
  const client = new QueryClient()
  client.setQueryData(webhooksQuery.queryKey, { items: await listWebhooks() })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Webhooks />
    </HydrationBoundary>
  )
}
