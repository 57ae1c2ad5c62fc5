import { answer, hydrate } from '@/components/page/hydrate.server'
import { Profiles } from '@/components/payments/profiles/profiles'
import { profilesQuery } from '@/components/payments/profiles/queries'
import { requirePage } from '@/lib/auth/guard.server'
import { listProfiles } from '@/lib/payments/profiles/profiles.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'

export const generateMetadata = pageTitle('paymentAdmin', 'profiles.title')

export default async function ProfilesPage() {
  await requirePage('/admin/bank-profiles')
  return hydrate(<Profiles />, [answer(profilesQuery, { items: await listProfiles() })])
}
