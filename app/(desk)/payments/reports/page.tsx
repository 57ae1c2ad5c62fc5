import { firstPage } from '@/components/live/list-query'
import { ReportsPage } from '@/components/payments/reports/reports-page'
import { requirePage } from '@/lib/auth/guard.server'
import { hasRole } from '@/lib/auth/roles'
import { listReports } from '@/lib/payments/reports/queries.server'
import { newestFirstSchema } from '@/lib/payments/schema'
import { pageTitle } from '@/lib/platform/language/i18n.server'

export const generateMetadata = pageTitle('reports', 'title')

/** The list of bank reports, with its first page rendered on the server. */
export default async function Reports() {
  const actor = await requirePage('/payments/reports')
  const first = firstPage(await listReports(newestFirstSchema.parse({}), actor))
  return <ReportsPage first={first} mayLoad={hasRole(actor, 'analyst', 'reviewer')} />
}
