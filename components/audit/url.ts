import { type inferParserType, parseAsString } from 'nuqs/server'
import { isAcceptedAuditFilter } from '@/lib/audit/filters'
import { inOrder } from '@/lib/platform/days/period'

/** The URL parameters of the audit log: ids, kinds and dates. */
export const auditParsers = {
  who: parseAsString.withDefault(''),
  kind: parseAsString.withDefault(''),
  from: parseAsString.withDefault(''),
  to: parseAsString.withDefault(''),
  after: parseAsString.withDefault(''),
}
export type AuditParameters = inferParserType<typeof auditParsers>

/** The valid filters; an invalid parameter counts as not set. */
export function auditAsk(given: AuditParameters): Record<string, string> {
  const end = inOrder(given) ? given.to : ''
  const set = Object.entries({ ...given, to: end }).filter(([, value]) => value !== '')
  return Object.fromEntries(set.filter(([name, value]) => isAcceptedAuditFilter(name, value)))
}

/** The same without the page. */
export function auditFilters(given: AuditParameters): Record<string, string> {
  const { after: _, ...filters } = auditAsk(given)
  return filters
}
