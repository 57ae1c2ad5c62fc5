/** What may precede a formula sign: white space, quotes, our own apostrophes, and invisible characters. */
const BEFORE = String.raw`['"\p{Default_Ignorable_Code_Point}\0 \v\f\u0085\p{Zs}\p{Zl}\p{Zp}]*`
/** Characters that start a formula in a spreadsheet, including full-width forms. */
const SIGN = '[=+\\-@＝＋－＠]'
/**
 * Where a cell may begin: at the start, and after every character that some spreadsheet treats as a separator or line
 * ending, because that depends on the settings of the machine that opens the file. A tab or line ending at the start
 * can also lead to a formula.
 */
const CELL_START = String.raw`^(?=${BEFORE}${SIGN}|'*[\t\r\n])|(?<=[,;|\t\r\n])(?=${BEFORE}${SIGN})`
const ARMED = new RegExp(CELL_START, 'gu')
const DISARMED = new RegExp(`(?:${CELL_START})'`, 'gu')

/**
 * Prevents formula injection, whatever separator the spreadsheet uses: adds an apostrophe before everything that begins
 * like a formula. Reversible: a formula sign with apostrophes gets one more; everything else is unchanged.
 */
export function escapeFormula(cell: string): string {
  return cell.replace(ARMED, "'")
}

/** Reverses `escapeFormula`. */
export function unescapeFormula(cell: string): string {
  return cell.includes("'") ? cell.replace(DISARMED, '') : cell
}

/**
 * A cell as it was meant: formula signs that our export disarmed are restored, and `="…"`, which programs write to make
 * a spreadsheet keep digits as text, is unwrapped.
 */
export function restoreCell(cell: string): string {
  if (!cell.startsWith('="')) return unescapeFormula(cell)
  const inner = /^="((?:[^"]|"")*)"$/.exec(cell.trimEnd())?.[1]
  return inner === undefined ? cell : inner.replaceAll('""', '"')
}
