import { ConnectionsPage, connectionsMetadata } from '@/components/connections/connections-page.server'

export const generateMetadata = () => connectionsMetadata()

export default function Connections() {
  return <ConnectionsPage />
}
