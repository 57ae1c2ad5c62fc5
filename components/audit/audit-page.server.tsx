import 'server-only'
import { createLoader, type SearchParams } from 'nuqs/server'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { auditPeople, listEntries } from '@/lib/audit/queries.server'
import { auditQuerySchema as auditInput } from '@/lib/audit/schema'
import { lastVerdict } from '@/lib/audit/verify.server'
import { requirePage } from '@/lib/auth/guard.server'
import { hasRole } from '@/lib/auth/roles'
import { signingFingerprint } from '@/lib/exports/evidence/signing.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'
import { AuditLog } from './audit-log'
import { auditQuery } from './queries'
import { auditAsk, auditParsers } from './url'

const readFilters = createLoader(auditParsers)

export const auditMetadata = pageTitle('audit', 'title')

/** The audit log with its first page: complete for admins, own entries for everybody else. */
export async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const actor = await requirePage('/admin/audit')
  const mayVerify = hasRole(actor, 'admin')
  const ask = auditAsk(await readFilters(searchParams))
  const { after, size, ...filters } = auditInput.parse(ask)
  const [page, people, verdict] = await Promise.all([
    listEntries({ filters, after, size }, actor),
    mayVerify ? auditPeople() : [],
    mayVerify ? lastVerdict() : null,
  ])
  return hydrate(
    <AuditLog
      people={people}
      verdict={verdict}
      all={mayVerify}
      fingerprint={mayVerify ? signingFingerprint() : null}
    />,
    [answer(auditQuery(ask), page)],
  )
}
