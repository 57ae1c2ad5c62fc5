import 'server-only'
import { objectTypesOf } from '@/lib/audit/filters'
import type { AuditFilters } from '@/lib/audit/schema'
import type { AuditEntryPage, AuditItem } from '@/lib/audit/view'
import { dayStart } from '@/lib/platform/days/days.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { type PersonView, personOf } from '@/lib/platform/person'
import {
  date,
  int8,
  json,
  listOf,
  oneOf,
  type RowOf,
  select,
  text,
  uuid,
} from '@/lib/platform/sql/select.server'

const ROW = {
  seq: int8,
  at: date,
  actorId: uuid.or(null),
  actorKind: oneOf(['user', 'rule', 'system']),
  actorName: text.or(null),
  actorRoles: listOf(text),
  action: text,
  objectType: text.or(null),
  objectId: text.or(null),
  requestId: text.or(null),
  address: text.or(null),
  details: json<AuditItem['details']>(),
}

type Reader = { id: string; roles: readonly string[] }
type EntryQuery = { filters: AuditFilters; after?: string; size: number }

/** A page of the audit log, newest first. Admins read all of it, others only their own entries. */
export async function listEntries(ask: EntryQuery, reader: Reader): Promise<AuditEntryPage> {
  const where = entriesWhere(ask.filters, reader)
  const before = ask.after ? Prisma.sql`and a.seq < ${BigInt(ask.after)}` : Prisma.empty
  const rows = await readItems(Prisma.sql`${where} ${before} order by a.seq desc limit ${ask.size + 1}`)
  const items = rows.slice(0, ask.size)
  return { items, nextCursor: rows.length > ask.size ? (items.at(-1)?.seq ?? null) : null }
}

const PAGE = 1_000

/** Yields every entry these filters match, oldest first, up to entry `until`, in pages of at most a thousand. */
export async function* allEntries(
  filters: AuditFilters,
  reader: Reader,
  until: bigint,
): AsyncGenerator<AuditItem[]> {
  let after = 0n
  for (;;) {
    const page = await readItems(
      Prisma.sql`${entriesWhere(filters, reader)} and a.seq > ${after} and a.seq <= ${until}
        order by a.seq limit ${PAGE}`,
    )
    if (page.length > 0) yield page
    if (page.length < PAGE) return
    after = BigInt(page.at(-1)?.seq ?? 0)
  }
}

/** Everyone who appears in the log as an actor, for the filter. */
export async function auditPeople(): Promise<PersonView[]> {
  const rows = await select(
    db(),
    { id: uuid, name: text },
    Prisma.sql`
    select u.id, u.name from users u
     where exists (select 1 from audit_entries a where a.actor_id = u.id) order by u.name, u.id`,
  )
  return rows.map(personOf)
}

async function readItems(rest: Prisma.Sql): Promise<AuditItem[]> {
  const rows = await select(
    db(),
    ROW,
    Prisma.sql`
    select a.seq, a.at, a.actor_id as "actorId", a.actor_kind as "actorKind", u.name as "actorName",
           a.actor_roles::text[] as "actorRoles", a.action, a.object_type as "objectType", a.object_id as "objectId",
           a.request_id as "requestId", a.address, a.details
      from audit_entries a left join users u on u.id = a.actor_id
     where ${rest}`,
  )
  return rows.map(toItem)
}

function entriesWhere(filters: AuditFilters, reader: Reader): Prisma.Sql {
  const parts = [Prisma.sql`true`]
  if (!reader.roles.includes('admin')) parts.push(Prisma.sql`a.actor_id = ${reader.id}::uuid`)
  if (filters.who) parts.push(Prisma.sql`a.actor_id = ${filters.who}::uuid`)
  if (filters.kind) parts.push(Prisma.sql`split_part(a.action, '.', 1) = any(${objectTypesOf(filters.kind)})`)
  if (filters.object) parts.push(Prisma.sql`a.object_id = ${filters.object}`)
  if (filters.from) parts.push(Prisma.sql`a.at >= ${dayStart(filters.from)}`)
  if (filters.to) parts.push(Prisma.sql`a.at < ${dayStart(filters.to, 1)}`)
  return Prisma.join(parts, ' and ')
}

const toItem = (row: RowOf<typeof ROW>): AuditItem => ({
  seq: `${row.seq}`,
  at: row.at.toISOString(),
  who: { kind: row.actorKind, id: row.actorId, name: row.actorName, roles: row.actorRoles },
  action: row.action,
  object: row.objectType && row.objectId ? { type: row.objectType, id: row.objectId } : null,
  requestId: row.requestId,
  address: row.address,
  details: row.details,
})
