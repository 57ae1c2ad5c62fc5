import { answer, hydrate } from '@/components/page/hydrate.server'
import { rulesQuery } from '@/components/rules/queries'
import { Rules } from '@/components/rules/rules'
import { requirePage } from '@/lib/auth/guard.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { readRules } from '@/lib/reviews/rules/queries.server'

export const generateMetadata = pageTitle('rules', 'title')

export default async function RulesPage() {
  await requirePage('/admin/review-rules')
  return hydrate(<Rules />, [answer(rulesQuery, await readRules())])
}
