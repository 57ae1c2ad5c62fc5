import 'server-only'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { requirePage } from '@/lib/auth/guard.server'
import { listProfiles } from '@/lib/payments/profiles/profiles.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { Profiles } from './profiles'
import { profilesQuery } from './queries'

export const profilesMetadata = pageTitle('paymentAdmin', 'profiles.title')

export async function ProfilesPage() {
  await requirePage('/admin/bank-profiles')
  return hydrate(<Profiles />, [answer(profilesQuery, { items: await listProfiles() })])
}
