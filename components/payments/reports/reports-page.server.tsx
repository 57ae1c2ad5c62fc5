import 'server-only'
import { firstPage } from '@/components/live/url-query'
import { requirePage } from '@/lib/auth/guard.server'
import { hasRole } from '@/lib/auth/roles'
import { listReports } from '@/lib/payments/reports/queries.server'
import { newestFirstSchema } from '@/lib/payments/schema'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { ReportsPage } from './reports-page'

export const reportsMetadata = pageTitle('reports', 'title')

/** The list of bank reports, with its first page rendered on the server. */
export async function ReportsDesk() {
  const actor = await requirePage('/payments/reports')
  const first = firstPage(await listReports(newestFirstSchema.parse({}), actor))
  return <ReportsPage first={first} mayLoad={hasRole(actor, 'analyst', 'reviewer')} />
}
