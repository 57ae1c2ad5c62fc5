import table from './data/structures.json' with { type: 'json' }

/** What the registry says of one country. Ranges are `[start, end)` counted from 0 after the check digits. */
export type Structure = {
  name: string
  length: number
  bban: string
  sepa: boolean
  bank?: number[]
  branch?: number[]
  account?: number[]
  key?: number[]
  example: string
}

/** A structure made ready for checking: one mask per position of the whole IBAN. */
export type CompiledStructure = Structure & {
  code: string
  masks: Uint8Array
  /** The two country letters as the four digits they stand for in the mod 97 number. */
  countryDigits: number
}

/** What may stand at a position: bits of the masks, and of `kindOf`. */
export const DIGIT = 1
export const LETTER = 2

/** DIGIT, LETTER or 0 for every ASCII code. */
const KINDS = new Uint8Array(128)
KINDS.fill(DIGIT, 48, 58)
KINDS.fill(LETTER, 65, 91)

const MASK_OF_SIGN: Record<string, number> = { n: DIGIT, a: LETTER, c: DIGIT | LETTER }

/** DIGIT, LETTER or 0 (neither) for a UTF-16 code. */
export function kindOf(code: number): number {
  return code < 128 ? (KINDS[code] as number) : 0
}

function compile(code: string, structure: Structure): CompiledStructure {
  const masks = [LETTER, LETTER, DIGIT, DIGIT]
  for (const [, count, sign] of structure.bban.matchAll(/(\d+)!([nac])/g)) {
    for (let i = 0; i < Number(count); i++) masks.push(MASK_OF_SIGN[sign as string] as number)
  }
  const countryDigits = (code.charCodeAt(0) - 55) * 100 + code.charCodeAt(1) - 55
  return { ...structure, code, masks: Uint8Array.from(masks), countryDigits }
}

const slots: (CompiledStructure | undefined)[] = new Array(26 * 26).fill(undefined)
for (const [code, structure] of Object.entries(table as Record<string, Structure>)) {
  slots[slotOf(code)] = compile(code, structure)
}

function slotOf(text: string): number {
  return (text.charCodeAt(0) - 65) * 26 + text.charCodeAt(1) - 65
}

/**
 * The structure of the country whose two capital letters the text begins with, or undefined.
 * Source: SWIFT IBAN Registry release 102, 89 countries; codes outside it have no IBAN of their own.
 */
export function structureOf(text: string): CompiledStructure | undefined {
  return hasCountryLetters(text) ? slots[slotOf(text)] : undefined
}

/** True when the text begins with two capital ASCII letters. */
export function hasCountryLetters(text: string): boolean {
  return text.length > 1 && kindOf(text.charCodeAt(0)) === LETTER && kindOf(text.charCodeAt(1)) === LETTER
}

/** Every country of the registry, in the order of its code. */
export function allStructures(): CompiledStructure[] {
  return slots.filter((slot) => slot !== undefined)
}
