import 'server-only'
import { firstPage } from '@/components/live/url-query'
import { requirePage } from '@/lib/auth/guard.server'
import { hasRole, mayOpen } from '@/lib/auth/roles'
import { readRuns } from '@/lib/payments/runs.server'
import { newestFirstSchema } from '@/lib/payments/schema'
import { RunsPage } from './runs-page'

/** The list of payment runs, with its first page rendered on the server. */
export async function RunsDesk() {
  const actor = await requirePage('/payments')
  const first = firstPage(await readRuns(newestFirstSchema.parse({}), actor))
  return (
    <RunsPage first={first} mayUpload={hasRole(actor, 'analyst')} mayOpenBulk={mayOpen(actor, '/bulk')} />
  )
}
