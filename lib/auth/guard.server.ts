import 'server-only'
import { cookies, headers } from 'next/headers'
import { forbidden, redirect } from 'next/navigation'
import { cache } from 'react'
import { type Actor, mayOpen, type PagePlace, placeOfPage } from '@/lib/auth/roles'
import { readSession, SESSION_COOKIE } from '@/lib/auth/session.server'

/** The person behind this request, or null. Pages use this, never next-auth's own session. */
export const currentActor = cache(
  async (): Promise<Actor | null> => readSession((await cookies()).get(SESSION_COOKIE.name)?.value, true),
)

const requestPath = async (): Promise<string> => (await headers()).get('x-path') ?? '/'

/** Whether the page of this request is one that the signed-in person may not open. */
export async function isForbiddenPage(): Promise<boolean> {
  const actor = await currentActor()
  const place = placeOfPage((await requestPath()).replace(/\?.*$/, ''))
  return actor !== null && place !== undefined && !mayOpen(actor, place)
}

/**
 * Guards a page: returns the signed-in person if they may open `place` (any signed-in person when none is given).
 * Somebody who still has to enrol a second factor gets only the account pages. Redirects visitors to the sign-in
 * page (and back afterwards) and answers 403 to anyone else.
 */
export async function requirePage(place?: PagePlace): Promise<Actor> {
  const actor = await currentActor()
  const path = await requestPath()
  if (!actor) {
    redirect(`/signin?next=${encodeURIComponent(path)}`)
  }
  if (actor.mustEnrol && !path.startsWith('/account/')) redirect('/account/security')
  if (place && !mayOpen(actor, place)) forbidden()
  return actor
}
