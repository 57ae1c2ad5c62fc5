import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { requirePage } from '@/lib/auth/guard.server'
import { hasRole } from '@/lib/auth/roles'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { readRetention } from '@/lib/retention/change.server'
import { listErasures } from '@/lib/retention/erasure/request.server'
import { effectQuery, erasuresQuery, retentionQuery } from './queries'
import { Retention } from './retention'

export const retentionMetadata = pageTitle('retention', 'title')

/** Retention for admins; reviewers see the erasure requests, which a second person confirms. */
export async function RetentionPage() {
  const actor = await requirePage('/admin/retention')
  const admin = hasRole(actor, 'admin')
  const client = new QueryClient()
  client.setQueryData(erasuresQuery.queryKey, { items: await listErasures(actor) })
  if (admin) {
    const view = await readRetention(actor)
    client.setQueryData(retentionQuery.queryKey, view)
    client.setQueryData(effectQuery(view.periods).queryKey, view.effect)
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Retention myId={actor.id} admin={admin} />
    </HydrationBoundary>
  )
}
