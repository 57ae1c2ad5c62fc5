export {
  WebhooksPage as default,
  webhooksMetadata as generateMetadata,
} from '@/components/webhooks/webhooks-page.server'
