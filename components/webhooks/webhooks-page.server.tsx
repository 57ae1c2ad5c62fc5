import 'server-only'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { requirePage } from '@/lib/auth/guard.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { listWebhooks } from '@/lib/webhooks/queries.server'
import { webhooksQuery } from './queries'
import { Webhooks } from './webhooks'

export const webhooksMetadata = pageTitle('webhooks', 'title')

export async function WebhooksPage() {
  await requirePage('/admin/webhooks')
  return hydrate(<Webhooks />, [answer(webhooksQuery, { items: await listWebhooks() })])
}
