/** The page that verifies evidence packs signed with any key. */
const VERIFIER = '/verify.html'

/** The paths of all files in the folder public: readable without a session. */
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

const BASE_POLICY = `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/**
 * The Content-Security-Policy of a public file: it loads and runs nothing. The verifier has a policy in its own
 * markup with the hash of its script, which also applies when it's opened from a disk; both policies apply.
 * @returns undefined for a path that isn't a public file
 */
export function publicFilePolicy(path: string): string | undefined {
  if (!PUBLIC_FILES.includes(path)) return undefined
  return path === VERIFIER ? BASE_POLICY : `default-src 'none'; ${BASE_POLICY}`
}
