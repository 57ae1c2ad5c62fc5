import 'server-only'
import { readCut } from '@/lib/audit/cut.server'
import { FIRST_LINK } from '@/lib/exports/verifier/verify'
import { ofSamePayee } from '@/lib/payments/gate/evidence.server'
import { hexOf, sha256 } from '@/lib/platform/crypto.server'
import { db, Prisma } from '@/lib/platform/db.server'
import {
  bool,
  bytes,
  date,
  int8,
  json,
  listOf,
  type RowOf,
  select,
  selectOne,
  text,
  uuid,
} from '@/lib/platform/sql/select.server'

export type AuditScope = { type: 'verification' | 'upload'; id: string }

/** Entries about other subjects are included as hashes only; beyond this many, they are omitted. */
const MAX_OTHER_ENTRIES = 20_000
const PAGE = 2_000

/** Filled while the lines are read; complete after the last one. */
export type SliceEnd = { lines: number; link: string }

/**
 * Yields the audit chain from the first to the last entry about the subject, as JSON lines: entries about it in
 * full, the others as bare hashes. Each line also has an unkeyed hash over the previous line, so that anybody can
 * verify the order and the contents.
 */
export async function* auditSlice(subject: AuditScope, end: SliceEnd): AsyncGenerator<string> {
  Object.assign(end, { lines: 0, link: FIRST_LINK })
  const about = objectsOf(subject)
  const isOwn = Prisma.sql`(object_type, object_id) in (select o.type, o.id from ${about} o)`
  const { first, last } = await selectOne(
    db(),
    { first: int8.or(null), last: int8.or(null) },
    Prisma.sql`
    select min(a.seq) as first, max(a.seq) as last
      from ${about} o join audit_entries a on a.object_type = o.type and a.object_id = o.id`,
  )
  if (first === null || last === null) return
  const dense = last - first <= BigInt(MAX_OTHER_ENTRIES)
  let before = first - 1n
  for (;;) {
    const entries = await select(
      db(),
      ENTRY,
      Prisma.sql`
      select ${COLUMNS}, (${isOwn}) is true as own from audit_entries
       where seq > ${before} and seq <= ${last} and ${dense ? Prisma.sql`true` : isOwn} order by seq limit ${PAGE}`,
    )
    const lines = entries.map((entry) => {
      const gap = entry.seq !== before + 1n
      before = entry.seq
      const line = lineOf(entry, gap)
      end.link = sha256(end.link + line)
      return `{"link":"${end.link}",${line}\n`
    })
    end.lines += lines.length
    if (lines.length > 0) yield lines.join('')
    if (entries.length < PAGE) return
  }
}

const COLUMNS = Prisma.sql`
  seq, at, actor_id as "actorId", actor_kind as "actorKind", actor_roles::text[] as "actorRoles", action,
  object_type as "objectType", object_id as "objectId", request_id as "requestId", address, details,
  prev_hash as "prevHash", hash`

const ENTRY = {
  seq: int8,
  at: date,
  actorId: uuid.or(null),
  actorKind: text,
  actorRoles: listOf(text),
  action: text,
  objectType: text.or(null),
  objectId: text.or(null),
  requestId: text.or(null),
  address: text.or(null),
  details: json(),
  prevHash: bytes,
  hash: bytes,
  own: bool,
}

/** The rest of a line, after its link. */
function lineOf(row: RowOf<typeof ENTRY>, gap: boolean): string {
  const { at, actorId, actorKind, actorRoles, action, objectType, objectId, requestId, address, details } =
    row
  const entry = {
    at,
    actorId,
    actorKind,
    actorRoles,
    action,
    objectType,
    objectId,
    requestId,
    address,
    details,
  }
  const line = {
    seq: `${row.seq}`,
    prevHash: hexOf(row.prevHash),
    hash: hexOf(row.hash),
    ...(gap && { gap }),
    ...(row.own && { entry }),
  }
  return JSON.stringify(line).slice(1)
}

/** The time before which retention removed the audit log, if the subject is older: its slice then starts later. */
export async function removedBefore(createdAt: string): Promise<string | null> {
  const { cut } = await readCut()
  return cut && Date.parse(createdAt) < cut.before.getTime() ? cut.before.toISOString() : null
}

/** The subject and everything that belongs to it, by type and ID as in the audit log. */
function objectsOf({ type, id }: AuditScope): Prisma.Sql {
  const checks = type === 'verification' ? Prisma.sql`select ${id}::uuid as id` : checksOf(id)
  const decided = type === 'verification' ? checks : Prisma.sql`${checks} union ${checksBehindReleases(id)}`
  return Prisma.sql`(
    select ${type} as type, ${id} as id
    union select 'verification', v.id::text from (${checks}) v
    union select 'payment_run', g.upload_id::text from payment_runs g where g.upload_id = ${id}::uuid
    union select 'payment_report', t.id::text from payment_reports t where t.upload_id = ${id}::uuid
    union select 'bulk', b.id::text from bulks b where b.upload_id = ${id}::uuid
    union select 'review', r.id::text from reviews r where r.verification_id in (${decided})
    union select 'document', d.id::text from documents d join reviews r on r.id = d.review_id
           where r.verification_id in (${decided})
    union select 'attempt', a.id::text from attempts a where a.verification_id in (${checks})
    union select 'attempt', a.id::text from attempts a join bulks b on b.id = a.bulk_id where b.upload_id = ${id}::uuid)`
}

/** The checks of an upload, and what banks answered in reports on its run. */
const checksOf = (uploadId: string) => Prisma.sql`
  select v.id from verifications v where v.upload_id = ${uploadId}::uuid
  union select j.verification_id from payment_report_lines j
         where j.upload_id = ${uploadId}::uuid and j.verification_id is not null`

/**
 * Other checks on whose decisions a line may have been released, as its gate finds them
 * (lib/payments/gate/evidence.server.ts): the one that answered its row, and those of the same IBAN and name from its
 * upload until its release.
 */
const checksBehindReleases = (uploadId: string) => Prisma.sql`
  select same.id from payment_lines l
    join uploads u on u.id = l.upload_id
    left join payment_releases e on e.id = l.release_id
    left join upload_rows x on x.upload_id = l.upload_id and x.number = l.number
    left join verifications c on c.id = x.verification_id
    join verifications same on ${ofSamePayee('l')}
   where l.upload_id = ${uploadId}::uuid and same.environment = 'live' and same.source <> 'bank_report'
     and same.created_at <= coalesce(e.released_at, now())
     and (same.id = c.id or same.created_at >= u.created_at or c.id is null or c.status = 'not_sent')`
