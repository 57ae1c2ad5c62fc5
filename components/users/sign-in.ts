/** `code`: the password is right, and the second step is asked for. */
type SignInRefusal = 'wrong' | 'code' | 'code_wrong' | 'locked' | 'unavailable'
export type SignInResult = { ok: true } | { ok: false; reason: SignInRefusal; until?: Date }

/**
 * Signs in through next-auth's endpoint. It answers 200 also when its own token is missing, so only an answer
 * without `error` and `csrf` in its address counts.
 * @returns an outcome; a network failure is `unavailable`
 */
export async function signIn(email: string, password: string, code = ''): Promise<SignInResult> {
  try {
    const { csrfToken } = await fetch('/api/auth/csrf', { cache: 'no-store' }).then((answer) => answer.json())
    const answer = await fetch('/api/auth/callback/credentials', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrfToken, email, password, code, json: 'true', callbackUrl: '/' }),
    })
    return await outcome(answer)
  } catch {
    return { ok: false, reason: 'unavailable' }
  }
}

/**
 * Begins single sign-on.
 * @param next where the person goes afterwards
 * @param again true: to be asked for the password over there, whoever is signed in
 * @returns the address over there, or null when it cannot be reached
 */
export async function signInThrough(next: string, again: boolean): Promise<string | null> {
  try {
    const { csrfToken } = await fetch('/api/auth/csrf', { cache: 'no-store' }).then((answer) => answer.json())
    const answer = await fetch(`/api/auth/signin/oidc${again ? '?prompt=login' : ''}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrfToken, json: 'true', callbackUrl: next }),
    })
    const { url }: { url?: string } = await answer.json()
    // without its provider next-auth leads back to our own page
    return answer.ok && url && new URL(url, location.href).searchParams.has('client_id') ? url : null
  } catch {
    return null
  }
}

async function outcome(answer: Response): Promise<SignInResult> {
  if (answer.status === 429) return { ok: false, reason: 'locked', until: retryAt(answer) }
  const body: { url?: string } = await answer.json().catch(() => ({}))
  const search = URL.parse(body.url ?? '', 'http://here.invalid')?.searchParams
  const error = search?.get('error')
  if (answer.ok && body.url && !error && !search?.has('csrf')) return { ok: true }
  if (error === 'locked') return { ok: false, reason: 'locked', until: retryAt(answer) }
  if (error === 'code' || error === 'code_wrong') return { ok: false, reason: error }
  return {
    ok: false,
    reason: error === 'invalid_credentials' || error === 'CredentialsSignin' ? 'wrong' : 'unavailable',
  }
}

function retryAt(answer: Response): Date | undefined {
  const seconds = Number(answer.headers.get('retry-after'))
  return seconds > 0 ? new Date(Date.now() + seconds * 1000) : undefined
}
