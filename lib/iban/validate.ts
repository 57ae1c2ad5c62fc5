import { MOD97_POWERS, MOD97_VALUES } from './checksum'
import { cleanIban } from './clean'
import { characterClass, hasCountryLetters, type Structure, structureOf } from './structures'

export type IbanWarning = 'iban_not_sepa' | 'iban_national_check'

export type IbanProblem = {
  code:
    | 'iban_required'
    | 'iban_characters'
    | 'iban_country_unknown'
    | 'iban_length'
    | 'iban_structure'
    | 'iban_checksum'
  /** The first two letters of the IBAN; absent when it does not start with letters. */
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
 * Validates an IBAN and reports the first problem.
 *
 * Takes the text as typed (see `cleanIban`) and never throws; `iban` of the verdict is the cleaned text. Problems
 * are reported in this order: empty, characters other than ASCII letters and digits, unknown country, length,
 * structure, check digits; text after a complete IBAN is a length problem whatever it is. Check digits 00, 01 and
 * 99 are rejected although they can satisfy mod 97: ISO 13616 only generates 02 to 98. A country outside SEPA and
 * a wrong national key are warnings, because a false rejection is worse than letting the bank respond.
 */
export function checkIban(raw: string): IbanVerdict {
  // most cells are in electronic form
  const verdict = verdictOn(raw)
  if (verdict !== undefined) return verdict
  const iban = cleanIban(raw)
  return verdictOn(iban) ?? { ok: false, iban, problem: problemOf(iban) }
}

/** The verdict on a complete IBAN in electronic form; undefined for any other text. */
function verdictOn(iban: string): IbanVerdict | undefined {
  const structure = structureOf(iban)
  if (structure === undefined || iban.length !== structure.length) return
  const remainder = remainderOf(iban, structure)
  if (remainder === MISFIT) return
  const { code, sepa, nationalCheck } = structure
  const keyFits = nationalCheck === null || nationalCheck(iban, remainder)
  return { ok: true, iban, country: code, warnings: sepa && keyFits ? NONE : warningsOf(sepa, keyFits) }
}

/** A character is not allowed at its position, or the check digits are wrong. */
const MISFIT = -1

/** The BBAN modulo 97 of an IBAN; MISFIT if it is not one. */
function remainderOf(iban: string, structure: Structure): number {
  const remainder = weightedRemainder(iban, structure)
  return remainder !== MISFIT && checkDigitsFit(iban, structure, remainder) ? remainder : MISFIT
}

/**
 * The BBAN modulo 97, or MISFIT; the text must have the length of the structure. Multiplies each character by its
 * power of ten, from the end: the sums are independent of each other, so the CPU can run them in parallel. This
 * is the hot loop for a file of 100,000 rows.
 */
function weightedRemainder(iban: string, { masks, length }: Structure): number {
  let sum = 0
  let place = 0
  for (let i = length - 1; i > 3; i--) {
    const code = iban.charCodeAt(i)
    const kind = characterClass(code)
    if ((kind & (masks[i] as number)) === 0) return MISFIT
    sum += (MOD97_VALUES[code] as number) * (MOD97_POWERS[place] as number)
    // the masks double as lengths: a digit takes one place and a letter two
    place += kind
  }
  return sum % 97
}

/** ISO 13616 only generates 02 to 98, although 00, 01 and 99 can satisfy mod 97. */
function checkDigitsFit(iban: string, { countryDigits }: Structure, remainder: number): boolean {
  const tens = iban.charCodeAt(2) - 48
  const ones = iban.charCodeAt(3) - 48
  if (tens < 0 || tens > 9 || ones < 0 || ones > 9) return false
  const given = tens * 10 + ones
  return given > 1 && given < 99 && ((remainder * 10_000 + countryDigits) * 100 + given) % 97 === 1
}

/** Shared by the many IBANs without warnings, to save allocations. */
const NONE: never[] = []

function warningsOf(sepa: boolean, keyFits: boolean): IbanWarning[] {
  if (keyFits) return ['iban_not_sepa']
  return sepa ? ['iban_national_check'] : ['iban_not_sepa', 'iban_national_check']
}

/** The first problem in the order of `checkIban`, for text that is known to have one. */
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

/**
 * Two IBANs, or an IBAN and a BIC, in one cell: reporting the length helps more than reporting the character
 * between them.
 */
function holdsMoreThanOne(iban: string, structure: Structure | undefined): boolean {
  if (structure === undefined || iban.length <= structure.length) return false
  return weightedRemainder(iban, structure) !== MISFIT
}

function positionsWhere(iban: string, isWrong: (kind: number, index: number) => boolean): number[] {
  const positions: number[] = []
  for (let i = 0; i < iban.length; i++) {
    if (isWrong(characterClass(iban.charCodeAt(i)), i)) positions.push(i + 1)
  }
  return positions
}
