/** SHA-256 of the style sheet that sonner injects; csp.test.ts computes it from the installed package. */
export const SONNER_STYLE = 'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='
/** SHA-256 of an empty style element, which libraries create and fill by script. */
export const EMPTY_STYLE = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

/** The policy for responses that contain data: the browser runs and frames nothing in them, whatever their type. */
export const NOTHING_RUNS = "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"

/** HTTP Strict Transport Security for two years, sent with every https response. */
export const HSTS = ['strict-transport-security', 'max-age=63072000; includeSubDomains'] as const

export const newNonce = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))

/**
 * The Content-Security-Policy of a page. Scripts and style elements need the nonce of this response; style
 * attributes are allowed, because React writes them into server HTML.
 * @param development allows eval for React and style elements of Next's tools
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
