import 'server-only'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { requirePage } from '@/lib/auth/guard.server'
import { listConnections } from '@/lib/connections/queries.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { Connections } from './connections'
import { connectionsQuery } from './queries'

export const connectionsMetadata = pageTitle('connections', 'title')

export async function ConnectionsPage() {
  await requirePage('/admin/connections')
  return hydrate(<Connections />, [answer(connectionsQuery, { items: await listConnections() })])
}
