import { z } from 'zod'
import { cleanIban } from '@/lib/iban/clean'
import { checkIban } from '@/lib/iban/validate'
import { foldName } from '@/lib/names/fold'

export const SUBJECT_KINDS = ['iban', 'name'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/** Whom a search or an erasure is about: one IBAN, or one name however it is written. Always in a body, never a URL. */
export const subjectInput = z
  .strictObject({ kind: z.enum(SUBJECT_KINDS), value: z.string().trim().min(1).max(140) })
  .transform((given, context): Subject => {
    const subject = readSubject(given)
    if (subject) return subject
    const [code, message] =
      given.kind === 'iban'
        ? ['iban_invalid', 'This is not an IBAN.']
        : ['name_required', 'Give a name of two letters or more.']
    context.addIssue({ code: 'custom', path: ['value'], params: { code }, message })
    return z.NEVER
  })

/** `key` is what two writings of the same subject share: the cleaned IBAN, or the name in lower case without accents. */
export type Subject = { kind: SubjectKind; value: string; key: string }

/** @returns the subject; null for what is no IBAN or no name */
export function readSubject({ kind, value }: { kind: SubjectKind; value: string }): Subject | null {
  if (kind === 'iban') {
    const iban = cleanIban(value)
    return checkIban(iban).ok ? { kind, value: iban, key: iban } : null
  }
  const key = foldName(value)
  return key.length < 2 ? null : { kind, value: value.normalize('NFC'), key }
}

type Pair = { iban: string; name: string; matchedName: string | null }

/** The subjects whose check it is: its IBAN, the name submitted, the name of the bank. */
export const subjectsOf = ({ iban, name, matchedName }: Pair): Subject[] => [
  { kind: 'iban', value: iban, key: iban },
  { kind: 'name', value: name, key: foldName(name) },
  ...(matchedName === null
    ? []
    : [{ kind: 'name' as const, value: matchedName, key: foldName(matchedName) }]),
]

/** Is this check about the subject? A name counts when it is the same whole name, not a part of one. */
export const isAbout = (subject: Subject, pair: Pair): boolean =>
  subjectsOf(pair).some(({ kind, key }) => kind === subject.kind && key === subject.key)

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** Finds the subject in a text that a person wrote: an IBAN with any spacing, a name as a whole word in any case. */
export function mentionOf({ kind, value }: Subject): RegExp {
  const pattern =
    kind === 'iban' ? [...value].join('[\\s.\\u00a0-]*') : value.split(/\s+/).map(literal).join('\\s+')
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'giu')
}

/** What stands in a text where the subject stood. */
export const REDACTED = '▮▮▮'
