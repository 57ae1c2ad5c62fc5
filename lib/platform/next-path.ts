const HERE = 'http://here.invalid'

/**
 * The page after signing in: a path of this site, never another origin (open redirect), the sign-in page or the
 * API.
 * @returns the path with its query, or `/`
 */
export function nextPath(given: string | string[] | undefined): string {
  if (typeof given !== 'string' || !given.startsWith('/')) return '/'
  // parsed as a browser does, which drops tabs: “/\t/evil” would leave the site
  const url = URL.parse(given, HERE)
  if (url?.origin !== HERE || /^\/(signin|api)(\/|$)/.test(url.pathname)) return '/'
  return url.pathname.startsWith('//') ? '/' : url.pathname + url.search
}
