/** SHA-256 of the style sheet that sonner puts into the page; csp.test.ts computes it from the installed package. */
export const SONNER_STYLE = 'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='
/** SHA-256 of an empty style element: libraries create one and fill it by script. */
export const EMPTY_STYLE = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='

/** The policy of what is data, whatever a browser takes it for: nothing in it runs or is framed. */
export const NOTHING_RUNS = "default-src 'none'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'"

/** Under https every answer says it: a browser comes by https only, for two years. */
export const HSTS = ['strict-transport-security', 'max-age=63072000; includeSubDomains'] as const

/** 128 random bits, new for each page. */
export const newNonce = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))

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
