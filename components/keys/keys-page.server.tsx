import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { AccountFrame } from '@/components/users/account/account-frame'
import { requirePage } from '@/lib/auth/guard.server'
import { listAllKeys, listOwnKeys } from '@/lib/keys/queries.server'
import { scopesFor } from '@/lib/keys/scopes'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { AllKeys } from './all-keys'
import { OwnKeys } from './own-keys'
import { allKeysQuery, ownKeysQuery } from './queries'

export const keysMetadata = pageTitle('keys', 'title')

export async function OwnKeysPage() {
  const actor = await requirePage('/account/keys')
  const client = new QueryClient()
  client.setQueryData(ownKeysQuery.queryKey, { items: await listOwnKeys(actor.id) })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AccountFrame section="keys" owed={actor.mustEnrol ?? false}>
        <OwnKeys scopes={scopesFor(actor.roles)} />
      </AccountFrame>
    </HydrationBoundary>
  )
}

export async function AllKeysPage() {
  await requirePage('/admin/keys')
  const client = new QueryClient()
  client.setQueryData(allKeysQuery.queryKey, { items: await listAllKeys() })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AllKeys />
    </HydrationBoundary>
  )
}
