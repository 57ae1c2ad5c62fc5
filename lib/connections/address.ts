/**
 * `reason` is a stable code. `typed`: not from the installation's settings, so it may connect to public addresses
 * only.
 */
export type AddressVerdict =
  | { ok: true; baseUrl: string; typed: boolean }
  | { ok: false; reason: AddressProblem }
export type AddressProblem =
  | 'address_malformed'
  | 'address_parts'
  | 'address_path'
  | 'address_https'
  | 'address_not_allowed'

/**
 * Whether an admin may point a connection at this address (prevents server-side request forgery): the origin that
 * the installation itself uses, or https with an origin of CONNECTION_ALLOW. Only the API's base path is allowed.
 * @param own origins of VERIFICATION_BASE_URL
 * @param allowed origins of CONNECTION_ALLOW
 */
export function checkAddress(
  raw: string,
  { own, allowed }: { own: string[]; allowed: string[] },
): AddressVerdict {
  const refuse = (reason: AddressProblem): AddressVerdict => ({ ok: false, reason })
  const text = raw.trim()
  if (text.length > 300 || !URL.canParse(text)) return refuse('address_malformed')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('address_malformed')
  // in the text, because URL parsing drops an empty user name or query
  if (/[@?#\\]/.test(text)) return refuse('address_parts')
  const path = url.pathname.replace(/\/+$/, '')
  if (path !== '/api-v1' && !/^(\/[\w.-]+)*\/api-v1$/.test(path)) return refuse('address_path')
  const baseUrl = `${url.origin}${path}`
  if (own.includes(url.origin)) return { ok: true, baseUrl, typed: false }
  if (url.protocol !== 'https:') return refuse('address_https')
  return allowed.includes(url.origin) ? { ok: true, baseUrl, typed: true } : refuse('address_not_allowed')
}
