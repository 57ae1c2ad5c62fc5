/** What may stand before the sign of a formula: white space, quotes, our own apostrophes, and signs that are not seen. */
const BEFORE = String.raw`['"\p{Default_Ignorable_Code_Point}\0 \v\f\u0085\p{Zs}\p{Zl}\p{Zp}]*`
/** Signs with which a spreadsheet begins a formula, also in their full-width form. */
const SIGN = '[=+\\-@＝＋－＠]'
/**
 * Where a cell may begin: at the start, and behind every sign that some spreadsheet takes for a separator or a line end,
 * because a file is split by the settings of the machine that opens it. A tab or line end at the start also leads to a
 * formula.
 */
const START = String.raw`^(?=${BEFORE}${SIGN}|'*[\t\r\n])|(?<=[,;|\t\r\n])(?=${BEFORE}${SIGN})`
const ARMED = new RegExp(START, 'gu')
const DISARMED = new RegExp(`(?:${START})'`, 'gu')

/**
 * Makes a cell harmless to spreadsheets, whatever separator they use: one apostrophe in front of everything that begins
 * like a formula. Reversible: what already has apostrophes before a formula sign gets one more, all else stays as it is.
 */
export function disarmCell(cell: string): string {
  return cell.replace(ARMED, "'")
}

/** Takes back what `disarmCell` did. */
export function restoreCell(cell: string): string {
  return cell.includes("'") ? cell.replace(DISARMED, '') : cell
}
