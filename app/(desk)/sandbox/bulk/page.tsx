import { SandboxBulk } from '@/components/uploads/sandbox-bulk'
import { requirePage } from '@/lib/auth/guard.server'
import { hasRole } from '@/lib/auth/roles'
import { pageTitle } from '@/lib/platform/language/i18n.server'

export const generateMetadata = pageTitle('bulk', 'title')

/** The provider simulates single checks only. */
export default async function SandboxBulkPage() {
  const actor = await requirePage('/bulk')
  return <SandboxBulk mayCheck={hasRole(actor, 'analyst')} />
}
