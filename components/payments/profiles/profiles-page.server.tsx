import 'server-only'
import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query'
import { requirePage } from '@/lib/auth/guard.server'
import { listProfiles } from '@/lib/payments/profiles/profiles.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { Profiles } from './profiles'
import { profilesQuery } from './queries'

export const profilesMetadata = pageTitle('paymentAdmin', 'profiles.title')

export async function ProfilesPage() {
  await requirePage('/admin/bank-profiles')
  const client = new QueryClient()
  client.setQueryData(profilesQuery.queryKey, { items: await listProfiles() })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <Profiles />
    </HydrationBoundary>
  )
}
