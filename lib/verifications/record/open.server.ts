import 'server-only'
import { headers } from 'next/headers'
import { type AuditActor, recordNow } from '@/lib/audit/record.server'
import type { Actor } from '@/lib/auth/roles'
import { addressOf } from '@/lib/http/peer.server'
import { db, Prisma } from '@/lib/platform/db.server'
import { bool, selectOne } from '@/lib/platform/sql/select.server'

/**
 * Audits that a person opened a check. Opening it again within an hour adds no entry, and neither does waiting for
 * one's own check.
 */
export async function auditOpening(verificationId: string, by: AuditActor): Promise<void> {
  const { known } = await selectOne(
    db(),
    { known: bool },
    Prisma.sql`
    select exists (select from audit_entries
                    where object_type = 'verification' and object_id = ${verificationId} and actor_id = ${by.id}::uuid
                      and action = 'verification.opened' and at > now() - interval '1 hour')
        or exists (select from verifications
                    where id = ${verificationId}::uuid and requested_by_id = ${by.id}::uuid and source <> 'bulk'
                      and created_at > now() - interval '1 hour') as known`,
  )
  if (known) return
  const object = { type: 'verification', id: verificationId }
  await recordNow({ by, action: 'verification.opened', object })
}

/** The same for a page that shows the check. */
export const auditPage = async (verificationId: string, { id, roles }: Actor): Promise<void> =>
  auditOpening(verificationId, {
    kind: 'user',
    id,
    roles,
    address: addressOf({ headers: await headers() }),
  })
