import { mod97 } from './checksum'

/**
 * Checks the domestic check digits of a valid IBAN. Positions count from 0 in the whole IBAN; `remainder` is the
 * BBAN modulo 97, which several rules need.
 */
export type NationalCheck = (iban: string, remainder: number) => boolean

/**
 * The domestic rules that are certain, as integer loops because they run for every row of a file. A country is
 * missing when its banks use several rules (DE, NL, SE) or no rule is published.
 */
const CHECKS: Record<string, NationalCheck | undefined> = {
  BA: remainderIsOne,
  BE: fitsBelgium,
  CZ: fitsCzechia,
  EE: fitsEstonia,
  ES: fitsSpain,
  FI: fitsLuhn,
  FR: fitsFrance,
  HR: (iban) => fitsMod11And10(iban, 4, 11) && fitsMod11And10(iban, 11, 21),
  HU: fitsHungary,
  IT: fitsItaly,
  MC: fitsFrance,
  ME: remainderIsOne,
  MK: remainderIsOne,
  NO: fitsNorway,
  PL: fitsPoland,
  PT: remainderIsOne,
  RS: remainderIsOne,
  SI: remainderIsOne,
  SK: fitsCzechia,
  SM: fitsItaly,
}

/**
 * False when the national key of a structurally valid IBAN is wrong (French RIB key, Spanish DC, Italian CIN …).
 * True for countries without a rule here. Only a warning: some banks issue accounts that break the rule.
 */
export function nationalCheckFits(iban: string): boolean {
  return nationalCheckOf(iban.slice(0, 2))?.(iban, mod97(iban, 4, iban.length)) ?? true
}

/** The rule of a country, for valid IBANs of that country only; undefined when there is none here. */
export function nationalCheckOf(country: string): NationalCheck | undefined {
  return CHECKS[country]
}

/** The weighted sum of the digits from `start` to `end`. */
function weightedSum(iban: string, start: number, end: number, weights: readonly number[]): number {
  let sum = 0
  for (let i = start; i < end; i++) {
    sum += (iban.charCodeAt(i) - 48) * (weights[i - start] as number)
  }
  return sum
}

/** ISO 7064 mod 97-10 over the whole domestic number. Letters, possible in MK, have no standard value and pass. */
function remainderIsOne(iban: string, remainder: number): boolean {
  return remainder === 1 || hasLetters(iban, 4, iban.length)
}

function hasLetters(iban: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (iban.charCodeAt(i) > 57) return true
  return false
}

/**
 * The last two digits are the preceding ten modulo 97, written 97 for 0. If they are equal modulo 97, the whole
 * number is 100 times the key plus the key, so its remainder is four times the key.
 */
function fitsBelgium(iban: string, remainder: number): boolean {
  const key = (iban.charCodeAt(14) - 48) * 10 + iban.charCodeAt(15) - 48
  return key > 0 && key < 98 && remainder === (4 * key) % 97
}

const NORWEGIAN = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]
const POLISH = [3, 9, 7, 1, 3, 9, 7, 1]
const ESTONIAN = [7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1]

/** The weighted sum of bank, group, customer number and check digit is divisible by 11. */
function fitsNorway(iban: string): boolean {
  return weightedSum(iban, 4, 15, NORWEGIAN) % 11 === 0
}

/** The last of the eight digits of bank and branch is their check digit. */
function fitsPoland(iban: string): boolean {
  return weightedSum(iban, 4, 12, POLISH) % 10 === 0
}

/** The 7-3-1 method over everything except the bank code. */
function fitsEstonia(iban: string): boolean {
  return weightedSum(iban, 6, 20, ESTONIAN) % 10 === 0
}

const CZECH_PREFIX = [10, 5, 8, 4, 2, 1]
const CZECH_ACCOUNT = [6, 3, 7, 9, 10, 5, 8, 4, 2, 1]

/** Account prefix and account number are each divisible by 11, weighted by the powers of two modulo 11. */
function fitsCzechia(iban: string): boolean {
  const prefix = weightedSum(iban, 8, 14, CZECH_PREFIX)
  return prefix % 11 === 0 && weightedSum(iban, 14, 24, CZECH_ACCOUNT) % 11 === 0
}

const SPANISH_OFFICE = [4, 8, 5, 10, 9, 7, 3, 6]
const SPANISH_ACCOUNT = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6]

/** Two check digits: one over bank and branch, one over the account; a remainder that would give 10 is written 1. */
function fitsSpain(iban: string): boolean {
  const office = weightedSum(iban, 4, 12, SPANISH_OFFICE) % 11
  const account = weightedSum(iban, 14, 24, SPANISH_ACCOUNT) % 11
  return (
    iban.charCodeAt(12) - 48 === (office < 2 ? office : 11 - office) &&
    iban.charCodeAt(13) - 48 === (account < 2 ? account : 11 - account)
  )
}

/** Luhn over the 14 digits of the Finnish number. */
function fitsLuhn(iban: string): boolean {
  let sum = 0
  for (let i = 4; i < 18; i++) {
    const digit = (iban.charCodeAt(i) - 48) * (i % 2 === 0 ? 2 : 1)
    sum += digit > 9 ? digit - 9 : digit
  }
  return sum % 10 === 0
}

/** Letters of a RIB as digits: A–I and J–R are 1 to 9, S–Z are 2 to 9. */
const RIB_DIGITS = new Uint8Array(128)
for (let code = 48; code < 58; code++) RIB_DIGITS[code] = code - 48
for (let code = 65; code < 91; code++) RIB_DIGITS[code] = code < 83 ? ((code - 65) % 9) + 1 : code - 81

/** With letters converted to digits, the number including its RIB key is divisible by 97. */
function fitsFrance(iban: string, remainder: number): boolean {
  if (!hasLetters(iban, 14, 25)) return remainder === 0
  let rest = 0
  for (let i = 4; i < 27; i++) {
    rest = rest * 10 + (RIB_DIGITS[iban.charCodeAt(i)] as number)
    if ((i & 3) === 0) rest %= 97
  }
  return rest % 97 === 0
}

const HUNGARIAN = [9, 7, 3, 1, 9, 7, 3, 1, 9, 7, 3, 1, 9, 7, 3, 1]

/** Bank and branch: eight digits; account: eight digits if the second half is padding, otherwise all sixteen. */
function fitsHungary(iban: string): boolean {
  const end = iban.endsWith('00000000') ? 20 : 28
  return weightedSum(iban, 4, 12, HUNGARIAN) % 10 === 0 && weightedSum(iban, 12, end, HUNGARIAN) % 10 === 0
}

/** Values of the letters A to Z at odd positions of the Italian number; the digits 0 to 9 count as A to J. */
const ITALIAN_ODD = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
]
const ODD_PLACE = new Uint8Array(128)
const EVEN_PLACE = new Uint8Array(128)
for (const [value, odd] of ITALIAN_ODD.entries()) {
  for (const code of value < 10 ? [48 + value, 65 + value] : [65 + value]) {
    ODD_PLACE[code] = odd
    EVEN_PLACE[code] = value
  }
}

/**
 * The CIN letter is the sum over ABI, CAB and account modulo 26; the first character of the ABI is at an odd
 * position.
 */
function fitsItaly(iban: string): boolean {
  let sum = 0
  for (let i = 5; i < 27; i += 2) {
    sum += (ODD_PLACE[iban.charCodeAt(i)] as number) + (EVEN_PLACE[iban.charCodeAt(i + 1)] ?? 0)
  }
  return sum % 26 === iban.charCodeAt(4) - 65
}

/** ISO 7064 mod 11,10 over a field whose last digit is the check digit. */
function fitsMod11And10(iban: string, start: number, end: number): boolean {
  let product = 10
  for (let i = start; i < end - 1; i++) {
    const sum = (product + iban.charCodeAt(i) - 48) % 10 || 10
    product = (sum * 2) % 11
  }
  return (product + iban.charCodeAt(end - 1) - 48) % 10 === 1
}
