import 'server-only'
import type { AuditActor, AuditEvent } from '@/lib/audit/record.server'
import type { Role } from '@/lib/auth/roles'
import type { Tx } from '@/lib/platform/db.server'
import { pauseUploadsOf } from '@/lib/uploads/sending/pause-of-person.server'
import { endLinksMadeBy } from '@/lib/users/links.server'

/**
 * Ends what would outlive a role that a person loses: the sending of an analyst's uploads, the links of an admin. Like
 * `pauseUploadsOf`, it comes before taking other locks.
 * @returns the entries for the audit log
 */
export async function endLostRoles(
  tx: Tx,
  userId: string,
  { from, to }: { from: readonly Role[]; to: readonly Role[] },
  by: AuditActor,
): Promise<AuditEvent[]> {
  const isLost = (role: Role) => from.includes(role) && !to.includes(role)
  const paused = isLost('analyst') ? await pauseUploadsOf(tx, userId, 'requester_not_analyst', by) : []
  if (isLost('admin')) await endLinksMadeBy(tx, userId)
  return paused
}
