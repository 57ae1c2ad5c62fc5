import { SCALES, VALUES } from './checksum'
import { cleanIban } from './clean'
import { FITS, hasCountryLetters, kindOf, type Structure, structureOf } from './structures'

export type IbanWarning = 'iban_not_sepa' | 'iban_national_check'

export type IbanProblem = {
  code:
    | 'iban_required'
    | 'iban_characters'
    | 'iban_country_unknown'
    | 'iban_length'
    | 'iban_structure'
    | 'iban_checksum'
  /** The two letters the IBAN begins with; absent when it does not begin with letters. */
  country?: string
  expected?: number
  actual?: number
  /** Counted from 1 in the cleaned IBAN. */
  positions?: number[]
}

export type IbanVerdict =
  | { ok: true; iban: string; country: string; warnings: IbanWarning[] }
  | { ok: false; iban: string; problem: IbanProblem }

/**
 * Says whether a text is an IBAN, or the first thing that is wrong with it.
 *
 * Takes the text as typed (see `cleanIban`) and never throws. `iban` of the answer is the cleaned text.
 * Problems are found in this order: nothing there, signs other than ASCII letters and digits, unknown country,
 * length, structure, check digits; a whole IBAN followed by more is a length problem whatever follows. Check digits 00, 01 and 99 are refused although they can satisfy mod 97:
 * ISO 13616 only ever makes 02 to 98. A country outside SEPA and a wrong national key are warnings,
 * because a false refusal is worse than letting the bank answer.
 */
export function checkIban(raw: string): IbanVerdict {
  // Most cells of a file are clean and right, or right but for their spaces: one pass over the signs settles them.
  const direct = raw.charCodeAt(4) === SPACE ? withoutSpaces(raw) : raw
  const found = structureOf(direct)
  if (found !== undefined && direct.length === found.length && restOf(direct, found) === 1)
    return accepted(direct, found)
  const iban = cleanIban(raw)
  const structure = structureOf(iban)
  if (structure === undefined || iban.length !== structure.length) return refused(iban, structure)
  const rest = restOf(iban, structure)
  if (rest === 1) return accepted(iban, structure)
  if (rest === MISFIT) return refused(iban, structure)
  return { ok: false, iban, problem: { code: 'iban_checksum', country: structure.code } }
}

const SPACE = 32
const LONGEST = 80
const codes: number[] = []

/** By code, into one list that is used again: half the time of a pattern or of putting pieces together. */
function withoutSpaces(text: string): string {
  if (text.length > LONGEST) return text
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code !== SPACE) codes[count++] = code
  }
  codes.length = count
  return String.fromCharCode.apply(null, codes)
}

/** A sign stands where its kind cannot. */
const MISFIT = -1

/** Check digits that ISO 13616 never makes. */
const NEVER_MADE = -2

/**
 * The IBAN modulo 97 (1 when the check digits fit), MISFIT or NEVER_MADE; the text has the length of the structure.
 * One pass without branches on the signs, because this is where the time of a file of 100,000 rows goes.
 */
function restOf(iban: string, { masks, length, countryDigits }: Structure): number {
  let rest = 0
  let fits = 1
  for (let i = 4; i < length; i++) {
    const code = iban.charCodeAt(i)
    const sign = code < 128 ? code : 0
    fits &= FITS[((masks[i] as number) << 7) | sign] as number
    rest = rest * (SCALES[sign] as number) + (VALUES[sign] as number)
    if (i & 1) rest %= 97
  }
  const tens = iban.charCodeAt(2) - 48
  const ones = iban.charCodeAt(3) - 48
  if (fits === 0 || tens < 0 || tens > 9 || ones < 0 || ones > 9) return MISFIT
  const given = tens * 10 + ones
  if (given < 2 || given > 98) return NEVER_MADE
  return (((rest % 97) * 10_000 + countryDigits) * 100 + given) % 97
}

function accepted(iban: string, { code, sepa, nationalCheck }: Structure): IbanVerdict {
  const keyFits = nationalCheck === null || nationalCheck(iban)
  return { ok: true, iban, country: code, warnings: sepa && keyFits ? NONE : warningsOf(sepa, keyFits) }
}

/** Most IBANs have nothing to warn of: they share it. */
const NONE: never[] = []

function refused(iban: string, structure: Structure | undefined): IbanVerdict {
  return { ok: false, iban, problem: problemOf(iban, structure) }
}

/** Called when there is something to warn of. */
function warningsOf(sepa: boolean, keyFits: boolean): IbanWarning[] {
  if (keyFits) return ['iban_not_sepa']
  return sepa ? ['iban_national_check'] : ['iban_not_sepa', 'iban_national_check']
}

/** The first problem in the order of `checkIban`; called for text that is known to have one of these. */
function problemOf(iban: string, structure: Structure | undefined): IbanProblem {
  if (iban === '') return { code: 'iban_required' }
  const strange = positionsWhere(iban, (kind) => kind === 0)
  if (strange.length > 0 && !holdsMoreThanOne(iban, structure)) {
    return { code: 'iban_characters', positions: strange }
  }
  const country = hasCountryLetters(iban) ? { country: iban.slice(0, 2) } : {}
  if (structure === undefined) return { code: 'iban_country_unknown', ...country }
  const { length, masks } = structure
  if (iban.length !== length) {
    return { code: 'iban_length', ...country, expected: length, actual: iban.length }
  }
  const positions = positionsWhere(iban, (kind, i) => (kind & (masks[i] as number)) === 0)
  return { code: 'iban_structure', ...country, positions }
}

/** Two IBANs, or an IBAN and a BIC, in one cell: too long is the useful thing to say, not the sign between them. */
function holdsMoreThanOne(iban: string, structure: Structure | undefined): boolean {
  if (structure === undefined || iban.length <= structure.length) return false
  return restOf(iban, structure) !== MISFIT
}

function positionsWhere(iban: string, isWrong: (kind: number, index: number) => boolean): number[] {
  const positions: number[] = []
  for (let i = 0; i < iban.length; i++) {
    if (isWrong(kindOf(iban.charCodeAt(i)), i)) positions.push(i + 1)
  }
  return positions
}
