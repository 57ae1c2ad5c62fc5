import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { requirePage } from '@/lib/auth/guard.server'
import { listConnections } from '@/lib/connections/queries.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { Connections } from './connections'
import { connectionsQuery } from './queries'

export const connectionsMetadata = pageTitle('connections', 'title')

export async function ConnectionsPage() {
  await requirePage('/admin/connections')
  const client = new QueryClient()
  client.setQueryData(connectionsQuery.queryKey, { items: await listConnections() })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Connections />
    </HydrationBoundary>
  )
}
