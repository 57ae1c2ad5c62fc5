export {
  ProfilesPage as default,
  profilesMetadata as generateMetadata,
} from '@/components/payments/profiles/profiles-page.server'
