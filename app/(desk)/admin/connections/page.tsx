import { ConnectionsPage, connectionsMetadata } from '@/components/connections/connections-page.server'

export const generateMetadata = () => connectionsMetadata()

/** How Accord reaches the provider. */
export default function Connections() {
  return <ConnectionsPage />
}
