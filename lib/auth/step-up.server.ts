import 'server-only'
import type { Actor } from '@/lib/auth/roles'
import { hasFactor, isDemoPerson } from '@/lib/auth/second-factor.server'
import { db } from '@/lib/platform/db.server'
import { Refusal } from '@/lib/platform/refusal'

/** How a person can prove their identity again: password, code of their app, or a new sign-in. */
export type StepUpMethod = 'password' | 'code' | 'sign_in'

/** @returns at least one; only `sign_in` for people of single sign-on */
async function waysOf(userId: string): Promise<StepUpMethod[]> {
  const user = await db().user.findUnique({ where: { id: userId }, select: { passwordHash: true } })
  const ways: StepUpMethod[] = []
  if (user?.passwordHash) ways.push('password')
  if (await hasFactor(userId)) ways.push('code')
  return ways.length > 0 ? ways : ['sign_in']
}

/**
 * Sensitive actions require a proof of identity (sign-in or step-up) in the last ten minutes. The demo people are
 * exempt: their password is on the sign-in page and proves nothing.
 * @throws Refusal 403 step_up_required with `ways`
 */
export async function assertSteppedUp(actor: Actor): Promise<void> {
  if (actor.confirmed || isDemoPerson(actor.email)) return
  const ways = await waysOf(actor.id)
  throw new Refusal(403, 'step_up_required', 'Confirm it’s you to continue.', {
    extra: { ways },
  })
}
