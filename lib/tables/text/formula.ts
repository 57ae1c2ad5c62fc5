/**
 * Signs with which a spreadsheet begins a formula, also in their full-width form and behind white space and invisible signs,
 * which some drop first; and the signs that lead to one.
 */
const FORMULA = /^'*(?:[\s\0\u200b-\u200f\u2060\ufeff]*[=+\-@＝＋－＠]|[\t\r\n])/

/**
 * Makes a cell harmless to spreadsheets: one apostrophe in front of what begins like a formula. Reversible: a cell that
 * already has apostrophes before a formula sign gets one more, every other cell stays as it is.
 */
export function disarmCell(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell
}

/** Takes back what `disarmCell` did. */
export function restoreCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
