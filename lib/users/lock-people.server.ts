import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { lockOf, type Tx, takeLocks } from '@/lib/platform/db.server'
import { Refusal, roleRequired, sessionRequired } from '@/lib/platform/refusal'

/**
 * One change of people at a time: two admins who remove each other at once must not both succeed. The admin may have
 * lost their access while they waited.
 * @throws Refusal 401 session_required; 403 role_required
 */
export async function lockPeople(tx: Tx, { id, sessionId }: Actor): Promise<void> {
  await takeLocks(tx, [lockOf('people')])
  const session = await tx.session.findUnique({ where: { id: sessionId }, include: { user: true } })
  if (session?.userId !== id || session.revokedAt || session.user.disabledAt) throw sessionRequired()
  if (!session.user.roles.includes('admin')) throw roleRequired(['admin'])
}

/** @throws Refusal 409 own_account: an admin changes their own access on their account page, with what they know */
export function refuseOwnAccount(id: string, actor: Actor): void {
  if (id === actor.id)
    throw new Refusal(
      409,
      'own_account',
      'You can’t do this to your own account. Use your account page, or ask another admin.',
    )
}
