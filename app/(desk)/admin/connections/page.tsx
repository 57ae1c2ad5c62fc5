export {
  ConnectionsPage as default,
  connectionsMetadata as generateMetadata,
} from '@/components/connections/connections-page.server'
