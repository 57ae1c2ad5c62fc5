import { POWERS, VALUES } from './checksum'
import { cleanIban } from './clean'
import { hasCountryLetters, kindOf, type Structure, structureOf } from './structures'

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
 * length, structure, check digits; a whole IBAN followed by more is a length problem whatever follows. Check digits
 * 00, 01 and 99 are refused although they can satisfy mod 97: ISO 13616 only ever makes 02 to 98. A country outside SEPA and a wrong national key are warnings,
 * because a false refusal is worse than letting the bank answer.
 */
export function checkIban(raw: string): IbanVerdict {
  // Most cells of a file are right as they are, or right but for the spaces between groups of four.
  const plain = isGrouped(raw) ? ungrouped(raw) : raw
  const verdict = settle(plain)
  if (verdict !== undefined) return verdict
  const iban = cleanIban(raw)
  return (iban === plain ? undefined : settle(iban)) ?? { ok: false, iban, problem: problemOf(iban) }
}

/** The verdict on a text that is a whole IBAN in electronic form; undefined for any other. */
function settle(iban: string): IbanVerdict | undefined {
  const structure = structureOf(iban)
  if (structure === undefined || iban.length !== structure.length) return
  const remainder = remainderOf(iban, 0, structure)
  if (remainder === MISFIT) return
  const { code, sepa, nationalCheck } = structure
  const keyFits = nationalCheck === null || nationalCheck(iban, remainder)
  return { ok: true, iban, country: code, warnings: sepa && keyFits ? NONE : warningsOf(sepa, keyFits) }
}

/**
 * True for a piece of a text that is a whole IBAN in electronic form with nothing to warn of: `checkIban` without a copy
 * and without an answer to keep, for the many rows of a file.
 */
export function isPlainIban(text: string, start: number, end: number): boolean {
  const structure = structureOf(text, start)
  if (structure === undefined || end - start !== structure.length || !structure.sepa) return false
  const remainder = remainderOf(text, start, structure)
  if (remainder === MISFIT) return false
  const { nationalCheck } = structure
  return nationalCheck === null || nationalCheck(text.slice(start, end), remainder)
}

/** A sign stands where its kind cannot, or the check digits do not fit. */
const MISFIT = -1

/** What follows the check digits, modulo 97, of an IBAN that stands at that place of a text; MISFIT for what is none. */
function remainderOf(text: string, start: number, structure: Structure): number {
  const remainder = weighed(text, start, structure)
  return remainder !== MISFIT && checkDigitsFit(text, start, structure, remainder) ? remainder : MISFIT
}

/**
 * What follows the check digits, modulo 97, or MISFIT; the text has the length of the structure. From the end, each
 * sign times the power of ten of its place: the sums do not wait for each other, and this is where the time of a file
 * of 100,000 rows goes.
 */
function weighed(text: string, start: number, { masks, length }: Structure): number {
  let sum = 0
  let place = 0
  for (let i = length - 1; i > 3; i--) {
    const code = text.charCodeAt(start + i)
    const kind = kindOf(code)
    if ((kind & (masks[i] as number)) === 0) return MISFIT
    sum += (VALUES[code] as number) * (POWERS[place] as number)
    // a digit takes one place and a letter two, which is what their kinds are
    place += kind
  }
  return sum % 97
}

/** ISO 13616 makes 02 to 98 only, although 00, 01 and 99 can satisfy mod 97. */
function checkDigitsFit(
  text: string,
  start: number,
  { countryDigits }: Structure,
  remainder: number,
): boolean {
  const tens = text.charCodeAt(start + 2) - 48
  const ones = text.charCodeAt(start + 3) - 48
  if (tens < 0 || tens > 9 || ones < 0 || ones > 9) return false
  const given = tens * 10 + ones
  return given > 1 && given < 99 && ((remainder * 10_000 + countryDigits) * 100 + given) % 97 === 1
}

const SPACE = 32

/** True where an IBAN that stands at that place of a text would be in groups of four. */
export function isGrouped(text: string, start = 0): boolean {
  return text.length > start + 4 && text.charCodeAt(start + 4) === SPACE
}

/** Groups of four with a space between them put together, any other text as it is: half the time of a pattern. */
export function ungrouped(text: string): string {
  let iban = text.slice(0, 4)
  for (let i = 4; i < text.length; i += 5) {
    if (text.charCodeAt(i) !== SPACE) return text
    iban += text.slice(i + 1, i + 5)
  }
  return iban
}

/** Most IBANs have nothing to warn of: they share it. */
const NONE: never[] = []

/** Called when there is something to warn of. */
function warningsOf(sepa: boolean, keyFits: boolean): IbanWarning[] {
  if (keyFits) return ['iban_not_sepa']
  return sepa ? ['iban_national_check'] : ['iban_not_sepa', 'iban_national_check']
}

/** The first problem in the order of `checkIban`; called for text that is known to have one of these. */
function problemOf(iban: string): IbanProblem {
  if (iban === '') return { code: 'iban_required' }
  const structure = structureOf(iban)
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
  return positions.length > 0
    ? { code: 'iban_structure', ...country, positions }
    : { code: 'iban_checksum', ...country }
}

/** Two IBANs, or an IBAN and a BIC, in one cell: too long is the useful thing to say, not the sign between them. */
function holdsMoreThanOne(iban: string, structure: Structure | undefined): boolean {
  if (structure === undefined || iban.length <= structure.length) return false
  return weighed(iban, 0, structure) !== MISFIT
}

function positionsWhere(iban: string, isWrong: (kind: number, index: number) => boolean): number[] {
  const positions: number[] = []
  for (let i = 0; i < iban.length; i++) {
    if (isWrong(kindOf(iban.charCodeAt(i)), i)) positions.push(i + 1)
  }
  return positions
}
