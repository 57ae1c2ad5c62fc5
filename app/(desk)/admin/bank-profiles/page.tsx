import { ProfilesPage, profilesMetadata } from '@/components/payments/profiles/profiles-page.server'

export const generateMetadata = () => profilesMetadata()

export default function AdminProfilesPage() {
  return <ProfilesPage />
}
