import { mod97 } from './checksum'
import { cleanIban } from './clean'
import { nationalCheckFits } from './national'
import { type CompiledStructure, hasCountryLetters, kindOf, structureOf } from './structures'

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
  const iban = cleanIban(raw)
  const structure = structureOf(iban)
  if (structure === undefined || iban.length !== structure.length || !fitsMasks(iban, structure)) {
    return { ok: false, iban, problem: problemOf(iban, structure) }
  }
  if (!checkDigitsFit(iban, structure)) {
    return { ok: false, iban, problem: { code: 'iban_checksum', country: structure.code } }
  }
  return { ok: true, iban, country: structure.code, warnings: warningsOf(iban, structure) }
}

function fitsMasks(iban: string, { masks }: CompiledStructure): boolean {
  for (let i = 2; i < masks.length; i++) {
    if ((kindOf(iban.charCodeAt(i)) & (masks[i] as number)) === 0) return false
  }
  return true
}

function checkDigitsFit(iban: string, { length, countryDigits }: CompiledStructure): boolean {
  const given = (iban.charCodeAt(2) - 48) * 10 + iban.charCodeAt(3) - 48
  if (given < 2 || given > 98) return false
  const rest = mod97(iban, 4, length)
  return ((rest * 10_000 + countryDigits) * 100 + given) % 97 === 1
}

function warningsOf(iban: string, structure: CompiledStructure): IbanWarning[] {
  const warnings: IbanWarning[] = []
  if (!structure.sepa) warnings.push('iban_not_sepa')
  if (!nationalCheckFits(iban, structure.code)) warnings.push('iban_national_check')
  return warnings
}

/** The first problem in the order of `checkIban`; called for text that is known to have one of these. */
function problemOf(iban: string, structure: CompiledStructure | undefined): IbanProblem {
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
function holdsMoreThanOne(iban: string, structure: CompiledStructure | undefined): boolean {
  if (structure === undefined || iban.length <= structure.length) return false
  return fitsMasks(iban.slice(0, structure.length), structure)
}

function positionsWhere(iban: string, isWrong: (kind: number, index: number) => boolean): number[] {
  const positions: number[] = []
  for (let i = 0; i < iban.length; i++) {
    if (isWrong(kindOf(iban.charCodeAt(i)), i)) positions.push(i + 1)
  }
  return positions
}
