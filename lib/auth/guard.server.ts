import 'server-only'
import { headers } from 'next/headers'
import { forbidden, redirect } from 'next/navigation'
import { type Actor, mayOpen, type PagePlace } from '@/lib/auth/roles'
import { currentActor } from '@/lib/auth/session.server'

/**
 * Who sees this page: whoever may open its place, or anybody signed in when none is named.
 * Whoever still owes a second factor gets only the account pages. Sends strangers to the sign-in page (and back afterwards); answers 403 to everybody else.
 */
export async function requirePage(place?: PagePlace): Promise<Actor> {
  const actor = await currentActor()
  const path = (await headers()).get('x-path') ?? '/'
  if (!actor) {
    redirect(`/signin?next=${encodeURIComponent(path)}`)
  }
  if (actor.mustEnrol && !path.startsWith('/account/')) redirect('/account/security')
  if (place && !mayOpen(actor, place)) forbidden()
  return actor
}
