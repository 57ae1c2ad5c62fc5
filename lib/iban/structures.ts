import table from './data/structures.json' with { type: 'json' }
import { type NationalCheck, nationalCheckOf } from './national'

/** Start and end (exclusive), counted from 0 after the check digits. */
type Range = number[]

/** One country in data/structures.json. */
type Entry = {
  length: number
  bban: string
  sepa: boolean
  bank?: Range
  branch?: Range
  account?: Range
  key?: Range
}

/**
 * The registry entry of one country, prepared for checking. Every structure has the same fields in the same
 * order, null if absent: V8 checks a file a third slower when shapes
 * differ.
 */
export type Structure = {
  code: string
  length: number
  sepa: boolean
  /** The allowed characters at each position of the whole IBAN: DIGIT, LETTER or both. */
  masks: Uint8Array
  /** The two country letters as their four digits in the mod 97 number. */
  countryDigits: number
  nationalCheck: NationalCheck | null
  bank: Range | null
  branch: Range | null
  account: Range | null
  key: Range | null
}

/** Bits of the masks and of `characterClass`. */
export const DIGIT = 1
export const LETTER = 2

/** DIGIT, LETTER or 0 for every ASCII code. */
const KINDS = new Uint8Array(128)
KINDS.fill(DIGIT, 48, 58)
KINDS.fill(LETTER, 65, 91)

const MASK_OF_SIGN: Record<string, number> = { n: DIGIT, a: LETTER, c: DIGIT | LETTER }

/** DIGIT, LETTER or 0 (neither) for a UTF-16 code unit. */
export function characterClass(code: number): number {
  return code < 128 ? (KINDS[code] as number) : 0
}

function compile(code: string, entry: Entry): Structure {
  return {
    code,
    length: entry.length,
    sepa: entry.sepa,
    masks: masksOf(entry.bban),
    countryDigits: (code.charCodeAt(0) - 55) * 100 + code.charCodeAt(1) - 55,
    nationalCheck: nationalCheckOf(code) ?? null,
    bank: entry.bank ?? null,
    branch: entry.branch ?? null,
    account: entry.account ?? null,
    key: entry.key ?? null,
  }
}

/** Parses `5!n11!c` (registry notation: count, `!` for fixed length, character class) into one mask per position. */
function masksOf(bban: string): Uint8Array {
  const masks = [LETTER, LETTER, DIGIT, DIGIT]
  for (const [, count, sign] of bban.matchAll(/(\d+)!([nac])/g)) {
    for (let i = 0; i < Number(count); i++) masks.push(MASK_OF_SIGN[sign as string] as number)
  }
  return Uint8Array.from(masks)
}

const slots: (Structure | null)[] = new Array(26 * 26).fill(null)
for (const [code, entry] of Object.entries(table as Record<string, Entry>)) {
  slots[slotOf(code)] = compile(code, entry)
}

function slotOf(text: string): number {
  return (text.charCodeAt(0) - 65) * 26 + text.charCodeAt(1) - 65
}

/**
 * The structure of the country whose two capital letters begin the text, or undefined. Source: SWIFT IBAN Registry
 * release 102, 89 countries; other country codes have no IBAN of their own.
 */
export function structureOf(text: string): Structure | undefined {
  return hasCountryLetters(text) ? (slots[slotOf(text)] ?? undefined) : undefined
}

/** Whether the text begins with two capital ASCII letters. */
export function hasCountryLetters(text: string): boolean {
  return (
    text.length > 1 &&
    characterClass(text.charCodeAt(0)) === LETTER &&
    characterClass(text.charCodeAt(1)) === LETTER
  )
}
