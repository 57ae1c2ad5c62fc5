const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\b(Linux|CrOS)\b/, 'Linux'],
]

/**
 * @returns "Firefox, Linux" from a User-Agent: enough to recognise a session, too little to track a person; null
 * when unknown
 */
export function deviceOf(userAgent: string | null | undefined): string | null {
  const text = userAgent ?? ''
  const first = (list: [RegExp, string][]) => list.find(([sign]) => sign.test(text))?.[1]
  return [first(BROWSERS), first(SYSTEMS)].filter(Boolean).join(', ') || null
}
