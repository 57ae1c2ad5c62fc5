import fc from 'fast-check'
import { withCheckDigits } from '../checksum'
import table from '../data/structures.json' with { type: 'json' }
import { DIGIT, LETTER, type Structure, structureOf } from '../structures'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** All countries of the registry, ordered by code. */
export const allStructures = (): Structure[] => Object.keys(table).flatMap((code) => structureOf(code) ?? [])

function charactersFor(mask: number): string {
  return mask === DIGIT ? ALPHABET.slice(0, 10) : mask === LETTER ? ALPHABET.slice(10) : ALPHABET
}

function ibanOf({ code, masks }: Structure): fc.Arbitrary<string> {
  const places = [...masks.slice(4)].map((mask) => fc.constantFrom(...charactersFor(mask)))
  return fc.tuple(...places).map((bban) => withCheckDigits(code, bban.join('')))
}

/** A valid IBAN of any country of the registry, with any account number. */
export function validIban(): fc.Arbitrary<string> {
  return fc.constantFrom(...allStructures()).chain(ibanOf)
}

/** Any text, including malformed UTF-16; built from code units, which is ten times faster than fast-check's own. */
export const anyText = (maxLength = 60) =>
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength }).map((units) => String.fromCharCode(...units))
