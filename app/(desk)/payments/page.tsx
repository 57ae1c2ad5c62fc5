import { firstPage } from '@/components/live/list-query'
import { RunsPage } from '@/components/payments/list/runs-page'
import { requirePage } from '@/lib/auth/guard.server'
import { hasRole, mayOpen } from '@/lib/auth/roles'
import { readRuns } from '@/lib/payments/runs.server'
import { newestFirstSchema } from '@/lib/payments/schema'
import { pageTitle } from '@/lib/platform/language/i18n.server'

export const generateMetadata = pageTitle('payments', 'title')

/** The list of payment runs, with its first page rendered on the server. */
export default async function PaymentsPage() {
  const actor = await requirePage('/payments')
  const first = firstPage(await readRuns(newestFirstSchema.parse({}), actor))
  return (
    <RunsPage first={first} mayUpload={hasRole(actor, 'analyst')} mayOpenBulk={mayOpen(actor, '/bulk')} />
  )
}
