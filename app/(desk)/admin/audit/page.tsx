export { AuditPage as default, auditMetadata as generateMetadata } from '@/components/audit/audit-page.server'
