import { WebhooksPage, webhooksMetadata } from '@/components/webhooks/webhooks-page.server'

export const generateMetadata = () => webhooksMetadata()

export default function Webhooks() {
  return <WebhooksPage />
}
