import { postToNextAuth } from './next-auth'

/**
 * Ends the session on the server, deletes the person's data in this browser, and opens the sign-in page with a full
 * load, so that nothing stays in memory or in the back/forward cache.
 * @param again where the next sign-in redirects to, with a new proof of identity also at single sign-on
 * @throws Error when the server did not end the session
 */
export async function signOut(again?: string): Promise<void> {
  const answer = await postToNextAuth('signout', { callbackUrl: '/signin' })
  const { url = '' }: { url?: string } = await answer.json().catch(() => ({}))
  // next-auth also answers 200 when another tab has replaced its token
  if (!answer.ok || URL.parse(url, 'http://here.invalid')?.searchParams.has('csrf'))
    throw new Error(`sign-out answered ${answer.status}`)
  emptyTab()
  await deleteDrafts()
  leaveTo(again ? `/signin?again=1&next=${encodeURIComponent(again)}` : '/signin')
}

/** Opens Home with a full load, and with nothing in this tab of the person whose pages it had before. */
export function startOver(): void {
  emptyTab()
  leaveTo('/')
}

function emptyTab(): void {
  window.dispatchEvent(new Event('accord:signout'))
  sessionStorage.clear()
}

function leaveTo(url: string): void {
  document.body.hidden = true
  window.location.replace(url)
}

const OWNER = 'accord.person'

/** Deletes what another person left in this tab, for example because their session ended without signing out. */
export function forgetOthers(userId: string): void {
  if (sessionStorage.getItem(OWNER) === userId) return
  sessionStorage.clear()
  sessionStorage.setItem(OWNER, userId)
}

/** The upload drafts of this browser. A tab with an open connection only delays the deletion. */
const deleteDrafts = () =>
  new Promise<void>((done) => {
    const request = indexedDB.deleteDatabase('accord-drafts')
    request.onsuccess = request.onerror = request.onblocked = () => done()
  })
