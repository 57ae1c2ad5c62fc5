import { type Structure, structureOf } from './structures'

export type IbanPart = {
  part: 'country' | 'check' | 'bank' | 'branch' | 'account' | 'key'
  value: string
}

export type IbanCountry = { code: string; length: number; sepa: boolean }

const FIELDS = ['bank', 'branch', 'account', 'key'] as const

/** Two letters, or a single one while typing. */
const BEGINS_WITH_COUNTRY = /^[A-Z]{2}|^[A-Z]$/

/** A country's IBAN: its length and whether it is in SEPA; undefined outside the registry. */
export function countryOf(code: string): IbanCountry | undefined {
  const found = code.length === 2 ? structureOf(code) : undefined
  return found && { code: found.code, length: found.length, sepa: found.sepa }
}

/**
 * Splits a cleaned IBAN, or the start of one while typing, into parts for display.
 *
 * The values always join to the original text. Positions that the registry does not name (account type, currency,
 * padding) belong to the account. Text of an unknown country is country, check and account, and text without a
 * country code is one account part.
 */
export function ibanParts(iban: string): IbanPart[] {
  if (iban === '') return []
  if (!BEGINS_WITH_COUNTRY.test(iban)) return [{ part: 'account', value: iban }]
  const structure = structureOf(iban)
  const parts: IbanPart[] = [{ part: 'country', value: iban.slice(0, 2) }]
  if (iban.length > 2) parts.push({ part: 'check', value: iban.slice(2, 4) })
  for (const { part, start, end } of structure ? layoutOf(structure) : []) {
    if (iban.length > start) parts.push({ part, value: iban.slice(start, end) })
  }
  const beyond = iban.slice(structure ? structure.length : 4)
  if (beyond !== '') parts.push({ part: 'account', value: beyond })
  return parts
}

type Span = { part: IbanPart['part']; start: number; end: number }

/** The named fields in order; gaps between them belong to the account. A field inside another is left out. */
function layoutOf(structure: Structure): Span[] {
  const named: Span[] = FIELDS.flatMap((part) => {
    const [start, end] = structure[part] ?? []
    return start === undefined || end === undefined ? [] : [{ part, start: start + 4, end: end + 4 }]
  }).sort((a, b) => a.start - b.start)
  const spans: Span[] = []
  let at = 4
  for (const span of named) {
    if (span.start < at) continue
    append(spans, { part: 'account', start: at, end: span.start })
    append(spans, span)
    at = span.end
  }
  append(spans, { part: 'account', start: at, end: structure.length })
  return spans
}

function append(spans: Span[], span: Span): void {
  const last = spans.at(-1)
  if (span.start === span.end) return
  if (last?.part === span.part) last.end = span.end
  else spans.push({ ...span })
}
