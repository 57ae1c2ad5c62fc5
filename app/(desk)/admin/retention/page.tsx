export {
  RetentionPage as default,
  retentionMetadata as generateMetadata,
} from '@/components/retention/retention-page.server'
