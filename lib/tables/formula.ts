/** Signs with which a spreadsheet begins a formula, also in their full-width form, and the signs that lead to one. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * Makes a cell harmless to spreadsheets: one apostrophe in front of a leading formula sign. Reversible: a cell that
 * already has apostrophes before a formula sign gets one more, every other cell stays as it is.
 */
export function disarmCell(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell
}

/** Takes back what `disarmCell` did. */
export function restoreCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
