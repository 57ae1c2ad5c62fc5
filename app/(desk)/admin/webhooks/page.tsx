import { answer, hydrate } from '@/components/page/hydrate.server'
import { webhooksQuery } from '@/components/webhooks/queries'
import { Webhooks } from '@/components/webhooks/webhooks'
import { requirePage } from '@/lib/auth/guard.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { listWebhooks } from '@/lib/webhooks/queries.server'

export const generateMetadata = pageTitle('webhooks', 'title')

export default async function WebhooksPage() {
  await requirePage('/admin/webhooks')
  return hydrate(<Webhooks />, [answer(webhooksQuery, { items: await listWebhooks() })])
}
