import { cleanIban } from '@/lib/iban/clean'
import { checkIban } from '@/lib/iban/validate'
import { looksLikeIban, readName } from '@/lib/names/read'

/** What a pasted text holds for the two fields. */
export type Pasted = { iban: string; name: string | null }

const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/

/**
 * Reads pasted text: an IBAN in any dress, or one row of a spreadsheet with a name and an IBAN in any order.
 * @returns null when no part of it is a valid IBAN: then it is pasted as it is
 */
export function readPaste(text: string): Pasted | null {
  const cells = text
    .split(/[\t\r\n]+/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
  const at = cells.findIndex((cell) => checkIban(cell).ok)
  const iban = cells[at]
  if (iban === undefined) return null
  const name = cells.find((cell, index) => index !== at && isName(cell))
  return { iban: cleanIban(iban), name: name ?? null }
}

/** A cell that can be a holder's name: not a number, not a BIC, not another IBAN. */
function isName(cell: string): boolean {
  const verdict = readName(cell)
  if (!verdict.ok || !/\p{L}/u.test(cell) || BIC.test(cell)) return false
  return !looksLikeIban(verdict.name)
}
