import { z } from 'zod'
import { cleanIban } from '@/lib/iban/clean'
import { checkIban } from '@/lib/iban/validate'
import { foldName } from '@/lib/names/text/fold'
import { graphemes } from '@/lib/names/text/marks'
import { REDACTED } from '@/lib/platform/log/scrub'

const SUBJECT_KINDS = ['iban', 'name'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** The subject of a search, a hold or an erasure: one IBAN or one name. Always sent in a body, never in a URL. */
export const subjectInput = z
  .strictObject({ kind: z.enum(SUBJECT_KINDS), value: z.string().trim().min(1).max(140) })
  .transform((given, context): DataSubject => {
    const subject = readSubject(given)
    if (subject) return subject
    const [code, message] =
      given.kind === 'iban'
        ? ['iban_invalid', 'This isn’t an IBAN.']
        : ['name_required', 'Enter a name of at least 2 letters.']
    context.addIssue({ code: 'custom', path: ['value'], params: { code }, message })
    return z.NEVER
  })

/** `key` is the normalised form: the cleaned IBAN, or the name in lower case without accents. */
export type DataSubject = { kind: SubjectKind; value: string; key: string }

/** @returns the subject; null when the value is not an IBAN or a name */
export function readSubject({ kind, value }: { kind: SubjectKind; value: string }): DataSubject | null {
  if (kind === 'iban') {
    const iban = cleanIban(value)
    return checkIban(iban).ok ? { kind, value: iban, key: iban } : null
  }
  const key = foldName(value)
  return key.length < 2 ? null : { kind, value: value.normalize('NFC'), key }
}

type Pair = { iban: string; name: string; matchedName: string | null }

/** The subjects a check is about: its IBAN, the submitted name, the bank's name. */
export const subjectsOf = ({ iban, name, matchedName }: Pair): DataSubject[] => [
  { kind: 'iban', value: iban, key: iban },
  { kind: 'name', value: name, key: foldName(name) },
  ...(matchedName === null
    ? []
    : [{ kind: 'name' as const, value: matchedName, key: foldName(matchedName) }]),
]

/** Whether this check is about the subject. Names must match in full, not in part. */
export const isAbout = (subject: DataSubject, pair: Pair): boolean =>
  subjectsOf(pair).some(({ kind, key }) => kind === subject.kind && key === subject.key)

/** Whether this is the subject's whole name. */
export const isNamed = (subject: DataSubject, name: string): boolean =>
  subject.kind === 'name' && subject.key === foldName(name)

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
/** Separators allowed between the characters of an IBAN. JSON writes a line break as a letter after a backslash. */
const BETWEEN = String.raw`(?:\\[a-z]|[^A-Za-z0-9]){0,3}`

/** A regular expression for an IBAN as people write it, valid in JavaScript and PostgreSQL. */
export const ibanPattern = (iban: string): string => [...iban].join(BETWEEN)

/** A regular expression for the subject in folded text. */
function mentionOf({ kind, key }: DataSubject): RegExp {
  const pattern =
    kind === 'iban' ? ibanPattern(key.toLowerCase()) : key.split(' ').map(literal).join('[ ._-]+')
  const before = kind === 'iban' ? '(?:(?<![\\p{L}\\p{N}])|(?<=iban))' : '(?<![\\p{L}\\p{N}])'
  return new RegExp(`${before}${pattern}(?![\\p{L}\\p{N}])`, 'gu')
}

/**
 * Redacts the subject in a free text: an IBAN in any spacing, a name as whole words regardless of case and accents. File
 * names and e-mail addresses join words by a dot, a hyphen or an underscore.
 */
export function redact(text: string, subject: DataSubject): string {
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const grapheme of graphemes(text)) {
    // folded between two letters, because `foldName` would trim white space on its own
    const plain = foldName(`x${grapheme}x`).slice(1, -1)
    folded += plain
    for (let i = 0; i < plain.length; i++) places.push(at)
    at += grapheme.length
  }
  places.push(at)
  let out = ''
  let from = 0
  for (const { 0: found, index } of folded.matchAll(mentionOf(subject))) {
    out += text.slice(from, places[index]) + REDACTED
    from = places[index + found.length] as number
  }
  return out + text.slice(from)
}

/** Whether a string of a JSON value mentions the subject. */
export const mentionsIn = (value: unknown, subject: DataSubject): boolean =>
  JSON.stringify(redactJson(value, subject)) !== JSON.stringify(value)

/** Redacts the subject in every string of a JSON value. Keys are ours and stay. */
export function redactJson(value: unknown, subject: DataSubject): unknown {
  if (typeof value === 'string') return redact(value, subject)
  if (Array.isArray(value)) return value.map((each) => redactJson(each, subject))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redactJson(each, subject)]))
}
