import 'server-only'
import { allEntries } from '@/lib/audit/queries.server'
import { type AuditActor, recordNow } from '@/lib/audit/record.server'
import type { AUDIT_FORMATS, AuditFilters } from '@/lib/audit/schema'
import type { AuditItem } from '@/lib/audit/view'
import { db } from '@/lib/platform/db.server'
import { REDACTED } from '@/lib/platform/log/scrub'
import { isUuid } from '@/lib/platform/uuid'
import { csvLine } from '@/lib/tables/write/write-csv'

type Format = (typeof AUDIT_FORMATS)[number]

const COLUMNS: Record<string, (item: AuditItem) => string | null | undefined> = {
  seq: ({ seq }) => seq,
  at: ({ at }) => at,
  who: ({ who }) => who.name,
  who_id: ({ who }) => who.id,
  kind: ({ who }) => who.kind,
  roles: ({ who }) => who.roles.join(' '),
  action: ({ action }) => action,
  object_type: ({ object }) => object?.type,
  object_id: ({ object }) => object?.id,
  address: ({ address }) => address,
  request_id: ({ requestId }) => requestId,
  details: ({ details }) => JSON.stringify(details),
}

const cells = (item: AuditItem): string[] => Object.values(COLUMNS).map((cell) => cell(item) ?? '')

/**
 * Streams the audit log as CSV (safe for spreadsheets) or as one JSON object per line, oldest first. The export
 * is logged as an entry before the first chunk; entries appended later are not in it.
 */
export async function exportEntries(
  filters: AuditFilters,
  format: Format,
  by: { actor: { id: string; roles: readonly string[] }; auditActor: AuditActor },
): Promise<AsyncGenerator<string>> {
  const head = await db().auditHead.findUniqueOrThrow({ where: { id: 1 } })
  // free text in the object filter is logged only when it's an ID
  const { object, ...coded } = filters
  const asked = { ...coded, ...(object !== undefined && { object: isUuid(object) ? object : REDACTED }) }
  await recordNow({
    by: by.auditActor,
    action: 'audit.exported',
    details: { format, filters: asked, until: `${head.seq}` },
  })
  return pieces(allEntries(filters, by.actor, head.seq), format)
}

async function* pieces(pages: AsyncGenerator<AuditItem[]>, format: Format): AsyncGenerator<string> {
  if (format === 'csv') yield `\ufeff${csvLine(Object.keys(COLUMNS))}`
  for await (const page of pages)
    yield page.map((item) => (format === 'csv' ? csvLine(cells(item)) : `${JSON.stringify(item)}\n`)).join('')
}
