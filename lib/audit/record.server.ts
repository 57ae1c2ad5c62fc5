import 'server-only'
import { createHmac } from 'node:crypto'
import { canonicalJson } from '@/lib/platform/canonical'
import type { Prisma, Tx } from '@/lib/platform/db.server'
import { env } from '@/lib/platform/env.server'

/** Who acted and from where. `user` with an id, or the program itself. */
export type Doer = {
  kind: 'user' | 'rule' | 'system'
  id?: string
  roles?: ('analyst' | 'reviewer' | 'admin')[]
  requestId?: string
  address?: string
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
export async function record(event: AuditEvent, tx: Tx): Promise<void> {
  const [head] = await tx.$queryRaw<{ seq: bigint; hash: Uint8Array }[]>`
    select seq, hash from audit_head where id = 1 for update`
  if (!head) throw new Error('audit_head is missing')
  const entry = {
    seq: head.seq + 1n,
    at: new Date(),
    actorId: event.by.id ?? null,
    actorKind: event.by.kind,
    actorRoles: event.by.roles ?? [],
    action: event.action,
    objectType: event.object?.type ?? null,
    objectId: event.object?.id ?? null,
    requestId: event.by.requestId ?? null,
    address: event.by.address ?? null,
    details: (event.details ?? {}) as Prisma.InputJsonObject,
  }
  const hash = entryHash(head.hash, entry)
  await tx.auditEntry.create({ data: { ...entry, prevHash: new Uint8Array(head.hash), hash } })
  await tx.$executeRaw`update audit_head set seq = ${entry.seq}, hash = ${hash} where id = 1`
}

/** The link of the chain over everything an entry says; `seq` as text because it is 64 bits wide. */
export function entryHash(
  previous: Uint8Array,
  entry: Record<string, unknown> & { seq: bigint },
): Uint8Array<ArrayBuffer> {
  const text = canonicalJson({ ...entry, seq: entry.seq.toString() })
  const key = Buffer.from(env().AUDIT_KEY, 'base64')
  return new Uint8Array(createHmac('sha256', key).update(previous).update(text).digest())
}
