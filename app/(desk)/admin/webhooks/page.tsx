import { WebhooksPage, webhooksMetadata } from '@/components/webhooks/webhooks-page.server'

export const generateMetadata = () => webhooksMetadata()

/** Who is told of events. */
export default function Webhooks() {
  return <WebhooksPage />
}
