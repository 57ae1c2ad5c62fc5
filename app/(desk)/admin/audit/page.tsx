import { AuditPage, auditMetadata } from '@/components/audit/audit-page.server'

export const generateMetadata = () => auditMetadata()

export default function Audit({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  return <AuditPage searchParams={searchParams} />
}
