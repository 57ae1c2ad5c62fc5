import { Connections } from '@/components/connections/connections'
import { connectionsQuery } from '@/components/connections/queries'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { requirePage } from '@/lib/auth/guard.server'
import { listConnections } from '@/lib/connections/queries.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'

export const generateMetadata = pageTitle('connections', 'title')

export default async function ConnectionsPage() {
  await requirePage('/admin/connections')
  return hydrate(<Connections />, [answer(connectionsQuery, { items: await listConnections() })])
}
