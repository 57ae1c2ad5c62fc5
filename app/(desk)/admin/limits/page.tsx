export {
  LimitsPage as default,
  limitsMetadata as generateMetadata,
} from '@/components/limits/limits-page.server'
