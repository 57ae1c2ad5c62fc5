export {
  AttemptsPage as default,
  attemptsMetadata as generateMetadata,
} from '@/components/attempts/attempts-page.server'
