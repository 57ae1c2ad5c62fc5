import { looksLikeIban } from '@/lib/tables/looks-like'
import { MAX_COLUMNS } from '@/lib/tables/table'
import { type Meaning, readingsOf } from '@/lib/tables/words'

/** In how many records at the start of a file the header is looked for. */
export const HEADER_WITHIN = 40

/** How strongly a header word indicates that its record is the header. */
const WEIGHT: Partial<Record<Meaning, number>> = {
  iban: 4,
  payee_account: 3,
  account: 2,
  name_holder: 3,
  name_payee: 3,
  name_full: 3,
  name_company: 3,
  name_supplier: 2,
  name_plain: 2,
  first_name: 2,
  last_name: 2,
  bic: 2,
}

/** Above the header there may be the payer's own account; more are payees. */
const OWN_ACCOUNTS = 1

/**
 * The index of the header among the first records, or null when the data starts at once. A DATEV file (first cell EXTF
 * or DTVF) has its header in the second record. Otherwise it is the record with the most known column words; of a header
 * in two equally good lines, the second. A record with an IBAN is never a header, nor is one below two of them. Without
 * known words: the last full record before the first IBAN, if it has text above the IBAN column.
 */
export function findHeader(records: string[][]): number | null {
  if (/^(?:EXTF|DTVF)$/.test(records[0]?.[0] ?? '') && records.length > 1) return 1
  let best: { index: number; weight: number } | null = null
  let accounts = 0
  for (const [index, cells] of records.entries()) {
    if (cells.some(looksLikeIban)) accounts += 1
    if (accounts > OWN_ACCOUNTS) break
    const weight = weightOf(cells)
    const goesOn: boolean = best !== null && index === best.index + 1 && weight === best.weight
    if (weight >= 4 && (best === null || weight > best.weight || goesOn)) best = { index, weight }
  }
  return best?.index ?? untitledHeader(records)
}

function weightOf(cells: string[]): number {
  if (cells.length > MAX_COLUMNS || cells.some(looksLikeIban)) return 0
  let weight = 0
  for (const cell of cells) {
    if (cell.trim() === '' || cell.length > 80) continue
    const [reading] = readingsOf(cell, false)
    if (!reading) continue
    const value = WEIGHT[reading.meaning] ?? 1
    weight += reading.how === 'exact' ? value : Math.min(value, 1)
  }
  return weight
}

/** A header in unknown words: a full record with a title, not a value, above the IBANs. */
function untitledHeader(records: string[][]): number | null {
  const data = records.findIndex((cells) => cells.some(looksLikeIban))
  if (data <= 0) return null
  const iban = records[data]?.findIndex(looksLikeIban) ?? -1
  for (let index = data - 1; index >= 0; index--) {
    const cells = records[index] ?? []
    const filled = cells.filter((cell) => cell.trim() !== '').length
    if (filled === 0) continue
    const title = cells[iban]?.trim() ?? ''
    return filled >= 2 &&
      isColumnTitle(title) &&
      !/^[A-Z]{2}\d{2}/i.test(title) &&
      cells.every((cell) => cell === '' || isColumnTitle(cell))
      ? index
      : null
  }
  return null
}

/** Whether a text may be the title of a column: words, and no value such as an account or an amount. */
export function isColumnTitle(text: string): boolean {
  return /\p{L}{2}/u.test(text) && text.length <= 60 && !/\d{4}/.test(text)
}
