import { USUAL_BIC } from '@/lib/iban/bic'
import { cleanIban } from '@/lib/iban/clean'

const SHAPE = /^[A-Z]{2}\d{2}[A-Z0-9?]{7,32}$/

/** A cheap prefilter: most other cells fail at their third character, without being normalised. */
const BEGINNING = /^\W*(?:I\W*B\W*A\W*N\W*)*[A-Z]\W*[A-Z]\W*\d/i

/** Whether the cell is meant as an IBAN, right or wrong: two letters, two digits, and a long rest. */
export function looksLikeIban(cell: string): boolean {
  return cell.length >= 11 && cell.length <= 80 && BEGINNING.test(cell) && SHAPE.test(cleanIban(cell))
}

/** Whether the cell has the form of a BIC. A capitalised surname of eight letters has it too. */
export function looksLikeBic(cell: string): boolean {
  return USUAL_BIC.test(cell.trim())
}

const BANK =
  /\b(?:bank|banque|banco|banca|banka|sparkasse|volksbank|raiffeisen\p{L}*|caisse|cr[eé]dit|credito|bnp|ing|hsbc|unicredit|santander|caixa\p{L}*)\b|\p{L}bank\b/iu

/** Whether the text looks like the name of a bank. */
export function looksLikeBank(cell: string): boolean {
  return BANK.test(cell)
}

/** Far above the allowed length of a name: several holders with titles and addresses. */
const MAX_NAME = 1000
const LETTERS = /\p{L}/gu
const DIGITS = /\d/g

/** Whether the text looks like the name of a person or a company: mostly letters, no code, no IBAN. */
export function looksLikeName(cell: string): boolean {
  if (cell.length > MAX_NAME) return false
  const letters = cell.match(LETTERS)?.length ?? 0
  const digits = cell.match(DIGITS)?.length ?? 0
  return letters >= 2 && letters > digits && !looksLikeIban(cell) && !cell.includes('@')
}
