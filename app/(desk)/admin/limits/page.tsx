import { LimitsView } from '@/components/limits/limits-view'
import { limitsQuery, triedQuery } from '@/components/limits/queries'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { requirePage } from '@/lib/auth/guard.server'
import { readLimits } from '@/lib/limits/limits.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { triedNamesReport } from '@/lib/verifications/tried/report.server'

export const generateMetadata = pageTitle('limits', 'title')

export default async function LimitsPage() {
  await requirePage('/admin/limits')
  const [limits, items] = await Promise.all([readLimits(), triedNamesReport()])
  return hydrate(<LimitsView />, [answer(limitsQuery, limits), answer(triedQuery, { items })])
}
