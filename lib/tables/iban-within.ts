import { ibansIn } from '@/lib/iban/within'
import { looksLikeIban } from './looks'
import { trimmed } from './text/trim'

/** A text with one valid IBAN in it: the IBAN as it is written, and what stands before and after. */
export type IbanWithin = { before: string; iban: string; after: string }

const OUTER = /[\s:,;|-]/
/** An IBAN with a name, a bank and a purpose around it is shorter. */
const MAX_TEXT = 1000

/** Finds the valid IBAN inside a longer text; null for none, several, or one that is the whole text. */
export function ibanWithin(text: string): IbanWithin | null {
  if (text.length > MAX_TEXT) return null
  const [only, more] = ibansIn(text).filter(({ valid }) => valid)
  if (only === undefined || more !== undefined || only.end - only.start === text.length) return null
  const { start, end } = only
  return {
    before: trimmed(text.slice(0, start), OUTER),
    iban: text.slice(start, end),
    after: trimmed(text.slice(end), OUTER),
  }
}

/** True for a cell that was meant as an IBAN, right or wrong, and nothing beside it. */
export function isIbanAlone(cell: string): boolean {
  return looksLikeIban(cell) && ibanWithin(cell) === null
}
