import 'server-only'
import { entryHash, headMac } from '@/lib/audit/seal.server'
import { hexOf } from '@/lib/platform/crypto.server'
import { db, PREPARED, Prisma, type Tx } from '@/lib/platform/db.server'
import { bytes, date, int8, select } from '@/lib/platform/sql/select.server'

/** Who acted and from where: `user` with an ID, or the program itself. */
export type AuditActor = {
  kind: 'user' | 'rule' | 'system'
  id?: string
  roles?: ('analyst' | 'reviewer' | 'admin')[]
  requestId?: string
  address?: string
  /** the API key that acted for the person */
  keyId?: string
}

/** `action` is `noun.verb-in-past` and stable; `details` holds IDs, codes and counts, never a name or an IBAN. */
export type AuditEvent = {
  by: AuditActor
  action: string
  object?: { type: string; id: string }
  details?: Record<string, unknown>
}

/**
 * Appends to the audit chain, in the transaction it describes: hash = HMAC(AUDIT_KEY, previous hash ‖ entry).
 * Call it last: the head of the chain stays locked until the transaction ends.
 */
export const record = (event: AuditEvent, tx: Tx): Promise<void> => recordAll([event], tx)

/** The same in a transaction of its own, for what changes nothing else. */
export const recordNow = (event: AuditEvent): Promise<void> => db().$transaction((tx) => record(event, tx))

/** Appends several entries in order, with three statements. */
export async function recordAll(events: readonly AuditEvent[], tx: Tx): Promise<void> {
  if (events.length === 0) return
  const [head] = await select(
    tx,
    { seq: int8, hash: bytes, at: date },
    Prisma.sql`${PREPARED}
    select seq, hash, clock_timestamp() as at from audit_head where id = 1 for update`,
  )
  if (!head) throw new Error('audit_head is missing')
  const { at } = head
  let { seq, hash } = head
  const entries = events.map((event) => {
    const entry = entryOf(event, ++seq, at)
    const prevHash = hash
    hash = entryHash(prevHash, entry)
    return { ...entry, seq: `${seq}`, prevHash: hexOf(prevHash), hash: hexOf(hash) }
  })
  await tx.$executeRaw`${PREPARED}
    insert into audit_entries (seq, at, actor_id, actor_kind, actor_roles, action, object_type, object_id, request_id,
                               address, details, prev_hash, hash)
    select seq, at, "actorId", "actorKind", "actorRoles", action, "objectType", "objectId", "requestId",
           address, details, decode("prevHash", 'hex'), decode(hash, 'hex')
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as entry(
           seq bigint, at timestamptz, "actorId" uuid, "actorKind" text, "actorRoles" role[], action text, "objectType" text,
           "objectId" text, "requestId" text, address text, details jsonb, "prevHash" text, hash text)`
  await tx.$executeRaw`${PREPARED}
    update audit_head set seq = ${seq}, hash = ${hash}, mac = ${headMac(seq, hash)} where id = 1`
}

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
