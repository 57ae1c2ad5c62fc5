import { nationalCheckFits } from './national'
import { characterClass, DIGIT, LETTER, type Structure, structureOf } from './structures'
import { checkIban } from './validate'

export type IbanRepair = {
  /** The proposed IBAN, valid. */
  iban: string
  kind: 'letter_o' | 'letter_i' | 'character' | 'transposition'
  /** The changed positions, counted from 1. */
  positions: number[]
}

const MAX_PROPOSALS = 5
const DIGITS = [...'0123456789']
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Letters that look like a digit. A cleaned IBAN has no lower-case l: it became L. */
const LOOK_ALIKES: Record<string, string | undefined> = { O: '0', I: '1', L: '1' }

/**
 * Proposes valid IBANs for a cleaned, invalid one with a typing error: the letters O, I or L typed for 0 or 1,
 * two neighbours swapped, or one wrong character.
 *
 * Most likely first, at most five, none for a valid IBAN or a wrong length. Several neighbours of a number
 * satisfy mod 97, so a proposal is shown to a person and never applied automatically. Proposals with a correct
 * national key come first within their kind.
 */
export function repairIban(cleaned: string): IbanRepair[] {
  const structure = structureOf(cleaned)
  if (structure?.length !== cleaned.length || checkIban(cleaned).ok) return []
  const found = new Map<string, IbanRepair>()
  for (const propose of [lookAlikes, transpositions, characters]) {
    for (const repair of likelyFirst(propose(cleaned, structure))) {
      if (!found.has(repair.iban)) found.set(repair.iban, repair)
    }
  }
  return [...found.values()].slice(0, MAX_PROPOSALS)
}

function likelyFirst(repairs: IbanRepair[]): IbanRepair[] {
  const valid = repairs.filter(({ iban }) => checkIban(iban).ok)
  return valid.sort((a, b) => Number(nationalCheckFits(b.iban)) - Number(nationalCheckFits(a.iban)))
}

/** O, I and L where only digits are allowed; then also where letters are allowed, all of them or one. */
function lookAlikes(iban: string, { masks }: Structure): IbanRepair[] {
  const sure: number[] = []
  const possible: number[] = []
  for (let i = 2; i < iban.length; i++) {
    if (LOOK_ALIKES[iban.charAt(i)] === undefined) continue
    if (masks[i] === DIGIT) sure.push(i)
    else if (masks[i] === (DIGIT | LETTER)) possible.push(i)
  }
  const choices = [[], possible, ...possible.map((i) => [i])].map((more) => [...sure, ...more])
  return choices
    .filter((indices) => indices.length > 0)
    .map((indices) =>
      asDigits(
        iban,
        indices.sort((a, b) => a - b),
      ),
    )
}

function asDigits(iban: string, indices: number[]): IbanRepair {
  const signs = [...iban]
  for (const i of indices) signs[i] = LOOK_ALIKES[iban.charAt(i)] as string
  const kind = indices.some((i) => iban[i] === 'O') ? 'letter_o' : 'letter_i'
  return { iban: signs.join(''), kind, positions: indices.map((i) => i + 1) }
}

/** The country code is never changed: it decides all other rules. */
function transpositions(iban: string): IbanRepair[] {
  const repairs: IbanRepair[] = []
  for (let i = 2; i + 1 < iban.length; i++) {
    const [left, right] = [iban.charAt(i), iban.charAt(i + 1)]
    if (left === right) continue
    const swapped = iban.slice(0, i) + right + left + iban.slice(i + 2)
    repairs.push({ iban: swapped, kind: 'transposition', positions: [i + 1, i + 2] })
  }
  return repairs
}

/** One character replaced at one position. A character that is not allowed at its position must be the wrong one. */
function characters(iban: string, { masks }: Structure): IbanRepair[] {
  const misfits: number[] = []
  const all: number[] = []
  for (let i = 2; i < iban.length; i++) {
    all.push(i)
    if ((characterClass(iban.charCodeAt(i)) & (masks[i] as number)) === 0) misfits.push(i)
  }
  if (misfits.length > 1) return []
  return (misfits.length === 1 ? misfits : all).flatMap((i) =>
    charactersFor(masks[i] as number).map((sign) => ({
      iban: iban.slice(0, i) + sign + iban.slice(i + 1),
      kind: 'character' as const,
      positions: [i + 1],
    })),
  )
}

function charactersFor(mask: number): string[] {
  return [...(mask & DIGIT ? DIGITS : []), ...(mask & LETTER ? LETTERS : [])]
}
