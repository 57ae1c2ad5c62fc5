import 'server-only'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { requirePage } from '@/lib/auth/guard.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { readRules } from '@/lib/reviews/rules/queries.server'
import { rulesQuery } from './queries'
import { Rules } from './rules'

export const rulesMetadata = pageTitle('rules', 'title')

export async function RulesPage() {
  await requirePage('/admin/review-rules')
  return hydrate(<Rules />, [answer(rulesQuery, await readRules())])
}
