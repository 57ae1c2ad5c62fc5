import { serverNow } from '@/components/ui/server-now'
import { postToNextAuth } from './next-auth'

/** `code`: the password is right, and a second factor is required. */
type SignInRefusal = 'wrong' | 'code' | 'code_wrong' | 'locked' | 'unavailable'
export type SignInResult = { ok: true } | { ok: false; reason: SignInRefusal; until?: Date }

/**
 * Signs in through next-auth's endpoint. It also answers 200 when its own token is missing, so only a response without
 * `error` and `csrf` in its URL counts.
 * @returns an outcome; a network failure is `unavailable`
 */
export async function signIn(email: string, password: string, code = ''): Promise<SignInResult> {
  try {
    const fields = { email, password, code, callbackUrl: '/' }
    return await outcome(await postToNextAuth('callback/credentials', fields))
  } catch {
    return { ok: false, reason: 'unavailable' }
  }
}

/**
 * Starts single sign-on.
 * @param next the page afterwards
 * @param again true: it must ask for credentials, even with an active session there
 * @returns the URL of the identity provider, or null when it cannot be reached
 */
export async function signInThrough(next: string, again: boolean): Promise<string | null> {
  try {
    const answer = await postToNextAuth(`signin/oidc${again ? '?prompt=login' : ''}`, { callbackUrl: next })
    const { url }: { url?: string } = await answer.json()
    // without its provider next-auth redirects to our own page
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
  return seconds > 0 ? new Date(serverNow() + seconds * 1000) : undefined
}
