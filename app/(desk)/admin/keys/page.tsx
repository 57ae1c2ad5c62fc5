import { AllKeys } from '@/components/keys/all-keys'
import { allKeysQuery } from '@/components/keys/queries'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { requirePage } from '@/lib/auth/guard.server'
import { listAllKeys } from '@/lib/keys/queries.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'

export const generateMetadata = pageTitle('keys', 'title')

export default async function AllKeysPage() {
  await requirePage('/admin/keys')
  return hydrate(<AllKeys />, [answer(allKeysQuery, { items: await listAllKeys() })])
}
