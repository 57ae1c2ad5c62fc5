/** `reason` is a stable code. */
export type AddressVerdict = { ok: true; baseUrl: string } | { ok: false; reason: AddressProblem }
export type AddressProblem = 'address_malformed' | 'address_parts' | 'address_path' | 'address_not_allowed'

/**
 * Whether an admin may point a connection at this address (reliability C.7, server-side request forgery): only origins
 * that the installation allows, https unless the installation itself names the origin, nothing but the API's base path.
 * @param allowed origins from CONNECTION_ALLOW and VERIFICATION_BASE_URL
 */
export function checkAddress(raw: string, allowed: string[]): AddressVerdict {
  const refuse = (reason: AddressProblem): AddressVerdict => ({ ok: false, reason })
  const text = raw.trim()
  if (text.length > 300 || !URL.canParse(text)) return refuse('address_malformed')
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('address_malformed')
  if (url.username || url.password || url.search || url.hash) return refuse('address_parts')
  const path = url.pathname.replace(/\/+$/, '')
  if (path !== '/api-v1' && !/^(\/[\w.-]+)*\/api-v1$/.test(path)) return refuse('address_path')
  if (!allowed.includes(url.origin)) return refuse('address_not_allowed')
  return { ok: true, baseUrl: `${url.origin}${path}` }
}

/** The origins in a list separated by commas or spaces; entries that are no address are left out. */
export const originsOf = (list: string): string[] =>
  list
    .split(/[\s,]+/)
    .filter((entry) => URL.canParse(entry))
    .map((entry) => new URL(entry).origin)
