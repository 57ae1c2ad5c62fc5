/** The page that checks evidence packs without knowing whose key signs them. */
const VERIFIER = '/verify.html'

/** Every file of the folder public, by its path: anybody may read them, without a session. */
export const PUBLIC_FILES: readonly string[] = [
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon.svg',
  '/manifest.webmanifest',
  '/robots.txt',
  '/samples/accord-sample.csv',
  '/samples/accord-sample.xlsx',
  '/samples/accord-sample.xml',
  '/templates/accord-template.csv',
  '/templates/accord-template.xlsx',
  '/templates/modele-accord.csv',
  '/templates/modele-accord.xlsx',
  VERIFIER,
]

const FRAMED_NOWHERE = `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/**
 * The Content-Security-Policy of a public file: it loads and runs nothing. The verifier carries the hash of its own
 * script in its own policy, which also holds when it is opened from a disk; both policies apply.
 * @returns undefined for a path that is no public file
 */
export function publicFilePolicy(path: string): string | undefined {
  if (!PUBLIC_FILES.includes(path)) return undefined
  return path === VERIFIER ? FRAMED_NOWHERE : `default-src 'none'; ${FRAMED_NOWHERE}`
}
