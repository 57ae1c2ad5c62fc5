import { structureOf } from '@/lib/iban/structures'
import { checkIban } from '@/lib/iban/validate'
import { looksLikeIban } from './looks'
import { trimmed } from './text/trim'

/** A text with one valid IBAN in it: the IBAN as it is written, and what stands before and after. */
export type IbanWithin = { before: string; iban: string; after: string }

const BEGINNING = /(?<![A-Z0-9])[A-Z]{2}[ .-]?\d{2}/gi
const SIGN = /[A-Z0-9]/i
const OUTER = /[\s:,;|-]/
/** An IBAN with a name, a bank and a purpose around it is shorter. */
const MAX_TEXT = 1000

/** Finds the valid IBAN inside a longer text; null for none, several, or one that is the whole text. */
export function ibanWithin(text: string): IbanWithin | null {
  if (text.length > MAX_TEXT) return null
  const all = [...text.matchAll(BEGINNING)].flatMap(({ index }) => {
    const end = endOf(text, index)
    const valid = !SIGN.test(text.charAt(end)) && checkIban(text.slice(index, end)).ok
    return valid ? [{ start: index, end }] : []
  })
  const [only, more] = all
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

/** Where an IBAN that begins there ends: after as many letters and digits as its country has, one sign between two of them. */
function endOf(text: string, start: number): number {
  let left = structureOf(text.slice(start, start + 2).toUpperCase())?.length ?? 0
  let end = start
  for (; left > 0 && end < text.length; end++) {
    if (SIGN.test(text.charAt(end))) left -= 1
    else if (!/[ .-]/.test(text.charAt(end)) || !SIGN.test(text.charAt(end + 1))) break
  }
  return end
}
