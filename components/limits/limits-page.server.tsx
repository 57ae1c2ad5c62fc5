import 'server-only'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { requirePage } from '@/lib/auth/guard.server'
import { readLimits } from '@/lib/limits/limits.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { triedNamesReport } from '@/lib/verifications/tried/report.server'
import { LimitsView } from './limits-view'
import { limitsQuery, triedQuery } from './queries'

export const limitsMetadata = pageTitle('limits', 'title')

export async function LimitsPage() {
  await requirePage('/admin/limits')
  const [limits, items] = await Promise.all([readLimits(), triedNamesReport()])
  return hydrate(<LimitsView />, [answer(limitsQuery, limits), answer(triedQuery, { items })])
}
