/** SHA-256 of the style sheet that sonner puts into the page; csp.test.ts computes it from the installed package. */
export const SONNER_STYLE = 'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='
/** SHA-256 of an empty style element: libraries create one and fill it by script. */
export const EMPTY_STYLE = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

/**
 * The Content-Security-Policy of a page. Scripts and style elements need the nonce of this answer; style attributes
 * are allowed, because React writes them into server HTML.
 * @param development React needs eval there, and Next's tools style elements of their own
 */
export function contentSecurityPolicy(nonce: string, { development = false } = {}): string {
  return [
    `default-src 'self'`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'${development ? ` 'unsafe-eval'` : ''}`,
    development
      ? `style-src 'self' 'unsafe-inline'`
      : `style-src 'self' 'nonce-${nonce}' '${SONNER_STYLE}' '${EMPTY_STYLE}'`,
    `style-src-attr 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}
