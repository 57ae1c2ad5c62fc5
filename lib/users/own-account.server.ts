import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { Refusal } from '@/lib/platform/refusal'

/** @throws Refusal 409 own_account: an admin changes their own access on their account page, with what they know */
export function refuseOwnAccount(id: string, actor: Actor): void {
  if (id === actor.id)
    throw new Refusal(
      409,
      'own_account',
      'You can’t do this to your own account. Use your account page, or ask another admin.',
    )
}
