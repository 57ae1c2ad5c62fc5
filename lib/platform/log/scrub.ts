/** Replaces redacted text. */
export const REDACTED = '▮▮▮'

const PATTERNS: [RegExp, string][] = [
  [/\b[A-Z]{2}\d{2}(?:[\s.\u200b\u2010-\u2015-]?[A-Z0-9]{2,4}){3,8}\b/gi, '[iban]'],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, '[token]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  [/(client_secret|password|access_token)(["'=:\s]+)[^\s"'&,}]+/gi, '$1$2[secret]'],
  [/(postgres(?:ql)?:\/\/[^:\s]+:)[^@\s]+@/gi, '$1[secret]@'],
]

/** Redacts IBANs, tokens and secrets from a text for the log. Names can't be recognised: never log one. */
export const scrub = (text: string): string =>
  PATTERNS.reduce((out, [pattern, mark]) => out.replace(pattern, mark), text)
