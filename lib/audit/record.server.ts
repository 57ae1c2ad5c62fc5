import 'server-only'
import { entryHash, headMac } from '@/lib/audit/seal.server'
import { ask, PREPARED, Prisma, type Tx } from '@/lib/platform/db.server'

/** Who acted and from where. `user` with an id, or the program itself. */
export type Doer = {
  kind: 'user' | 'rule' | 'system'
  id?: string
  roles?: ('analyst' | 'reviewer' | 'admin')[]
  requestId?: string
  address?: string
  /** the key that acted for the person */
  keyId?: string
}

/** `action` is `noun.verb-in-past`, stable; `details` holds ids, codes and counts: never a name or an IBAN. */
export type AuditEvent = {
  by: Doer
  action: string
  object?: { type: string; id: string }
  details?: Record<string, unknown>
}

/**
 * Appends to the audit chain in the transaction that it describes: hash = HMAC(AUDIT_KEY, previous hash ‖ entry).
 * Call it last: the head of the chain stays locked until the transaction ends.
 */
export const record = (event: AuditEvent, tx: Tx): Promise<void> => recordAll([event], tx)

/** Appends several entries, in their order, with two statements. */
export async function recordAll(events: readonly AuditEvent[], tx: Tx): Promise<void> {
  if (events.length === 0) return
  const head = found(await tx.$queryRaw<Head[]>`${HEAD} for update`)
  const appended = await tx.$executeRaw`${PREPARED} with ${appendAuditSql(events, head)} select from appended`
  if (appended !== events.length) throw new Error('the audit chain moved under its lock')
}

/** Where the chain ends: its last entry. */
export type Head = { seq: bigint; hash: Uint8Array }

const HEAD = Prisma.sql`${PREPARED} select seq, hash from audit_head where id = 1`

function found([head]: Head[]): Head {
  if (!head) throw new Error('audit_head is missing')
  return head
}

/** Where the chain ends now, without its lock: a moment later it may end elsewhere. */
export const readHead = async (): Promise<Head> => found(await ask<Head>(HEAD))

/**
 * The same as parts of a statement that writes more: `appended` has a row for each entry, and none, with nothing written,
 * when the chain does not end at `head` any more.
 * @param only SQL that says when else nothing is appended
 */
export function appendAuditSql(events: readonly AuditEvent[], head: Head, only = Prisma.empty): Prisma.Sql {
  let { seq, hash } = head
  const at = new Date()
  const rows = events.map((event) => {
    const entry = entryOf(event, ++seq, at)
    const prevHash = hash
    hash = entryHash(prevHash, entry)
    return { ...entry, seq: `${seq}`, prevHash: hex(prevHash), hash: hex(hash) }
  })
  return Prisma.sql`
    moved as (
      update audit_head set seq = ${seq}, hash = ${hash}, mac = ${headMac(seq, hash)}
       where id = 1 and seq = ${head.seq} and hash = ${head.hash} ${only} returning id),
    appended as (
      insert into audit_entries (seq, at, actor_id, actor_kind, actor_roles, action, object_type, object_id, request_id,
                                 address, details, prev_hash, hash)
      select seq, at, "actorId", "actorKind", "actorRoles", action, "objectType", "objectId", "requestId",
             address, details, decode("prevHash", 'hex'), decode(hash, 'hex')
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry(
             seq bigint, at timestamptz, "actorId" uuid, "actorKind" text, "actorRoles" role[], action text, "objectType" text,
             "objectId" text, "requestId" text, address text, details jsonb, "prevHash" text, hash text)
       where exists (select from moved) returning seq)`
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

function entryOf(event: AuditEvent, seq: bigint, at: Date) {
  return {
    seq,
    at,
    actorId: event.by.id ?? null,
    actorKind: event.by.kind,
    actorRoles: event.by.roles ?? [],
    action: event.action,
    objectType: event.object?.type ?? null,
    objectId: event.object?.id ?? null,
    requestId: event.by.requestId ?? null,
    address: event.by.address ?? null,
    details: { ...event.details, ...(event.by.keyId && { keyId: event.by.keyId }) } as Prisma.InputJsonObject,
  }
}
