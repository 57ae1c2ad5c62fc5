import { createLoader, type SearchParams } from 'nuqs/server'
import { AuditLog } from '@/components/audit/audit-log'
import { auditQuery } from '@/components/audit/queries'
import { auditAsk, auditParsers } from '@/components/audit/url'
import { answer, hydrate } from '@/components/page/hydrate.server'
import { auditPeople, listEntries } from '@/lib/audit/queries.server'
import { auditQuerySchema as auditInput } from '@/lib/audit/schema'
import { lastVerdict } from '@/lib/audit/verify.server'
import { requirePage } from '@/lib/auth/guard.server'
import { hasRole } from '@/lib/auth/roles'
import { signingFingerprint } from '@/lib/exports/evidence/signing.server'
import { pageTitle } from '@/lib/platform/language/i18n.server'

const readFilters = createLoader(auditParsers)

export const generateMetadata = pageTitle('audit', 'title')

/** The audit log with its first page: complete for admins, own entries for everybody else. */
export default async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
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
