import { ibansIn } from '@/lib/iban/within'
import { trimEnds } from '@/lib/names/text/trim'
import { looksLikeIban } from './looks-like'

/** A text with one valid IBAN in it: the IBAN as written, and the text before and after. */
export type IbanWithin = { before: string; iban: string; after: string }

const OUTER = /[\s:,;|-]/
/** The maximum length of a text with an IBAN, a name, a bank and a purpose. */
const MAX_TEXT = 1000

/** Finds the valid IBAN inside a longer text; null when there is none, several, or nothing else. */
export function ibanWithin(text: string): IbanWithin | null {
  if (text.length > MAX_TEXT) return null
  const [only, more] = ibansIn(text).filter(({ valid }) => valid)
  if (only === undefined || more !== undefined || only.end - only.start === text.length) return null
  const { start, end } = only
  return {
    before: trimEnds(text.slice(0, start), OUTER),
    iban: text.slice(start, end),
    after: trimEnds(text.slice(end), OUTER),
  }
}

/** Whether the cell is meant as an IBAN, right or wrong, with nothing else in it. */
export function isIbanAlone(cell: string): boolean {
  return looksLikeIban(cell) && ibanWithin(cell) === null
}
