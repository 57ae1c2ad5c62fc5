import 'server-only'
import { env } from '@/lib/platform/env.server'
import { isLoopback } from '@/lib/platform/loopback.mjs'
import { Refusal } from '@/lib/platform/refusal'

/** Whether this installation serves the host; on loopback at any of its addresses, with the same port. */
export function isOurHost(host: string): boolean {
  const own = new URL(env().NEXTAUTH_URL)
  if (host === own.host) return true
  const port = /:(\d+)$/.exec(host)?.[1] ?? '80'
  const name = host.replace(/:\d+$/, '')
  return isLoopback(own.hostname) && isLoopback(name) && port === (own.port || '80')
}

/** @throws Refusal 421 when the request is for another host */
export function checkHost(request: Request): void {
  if (!isOurHost(request.headers.get('host') ?? ''))
    throw new Refusal(421, 'host_unknown', 'Accord is not served at this host name.')
}

/**
 * Prevents cross-site request forgery: a request that changes something must come from our own pages, by
 * Sec-Fetch-Site or by an Origin equal to the configured one.
 * @throws Refusal 403 csrf_rejected
 */
export function checkOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  const same =
    origin !== null &&
    URL.canParse(origin) &&
    isOurHost(new URL(origin).host) &&
    new URL(origin).protocol === new URL(env().NEXTAUTH_URL).protocol
  if (site === null ? same : site === 'same-origin' && (origin === null || same)) return
  throw crossSiteRefusal()
}

/**
 * The same for a download that is recorded: no link or image on another site can start it. Programs, and browsers
 * without HTTPS, don't send Sec-Fetch-Site.
 * @throws Refusal 403 csrf_rejected
 */
export function checkSite(request: Request): void {
  if (['cross-site', 'same-site'].includes(request.headers.get('sec-fetch-site') ?? ''))
    throw crossSiteRefusal()
}

const crossSiteRefusal = () => new Refusal(403, 'csrf_rejected', 'This request didn’t come from Accord.')
