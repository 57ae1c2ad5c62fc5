/** Positions of the records in a text. `ends` exclude the line ending; `lines` are physical lines, from 1. */
export type Scan = {
  starts: number[]
  ends: number[]
  lines: number[]
  /** Whether the record contains a quote. */
  quoted: boolean[]
  /** The line of an unclosed quote; the records after it are meaningless. */
  brokenQuote: number | null
  /** The maximum was reached: records after the last one were not searched for. */
  isFull: boolean
}

/** Ten times the maximum number of rows, because blank lines count here too. */
const MAX_FOUND = 1_000_000

const QUOTE = 34
const LF = 10
const CR = 13
const SPACE = 32

/**
 * Finds the records of delimited text in one pass, in linear time whatever the content.
 * CR LF, LF and CR each end a record, also mixed. A cell that begins with a quote ends at its closing quote; it may
 * contain delimiters and line endings, and a quote is written as two. Spaces after the closing quote are allowed. A
 * quoted beginning followed by more text on the same line (`"Nord" GmbH`) is plain text, as people type it. A quote
 * whose cell would swallow rows is unclosed, whatever follows it.
 * Works on code units: given one character per byte, it finds the same records by byte, because no byte of the
 * characters it searches for occurs inside another character of the supported encodings.
 */
export function scan(text: string, delimiter: string, quotes: boolean): Scan {
  const found: Scan = { starts: [], ends: [], lines: [], quoted: [], brokenQuote: null, isFull: false }
  const separator = delimiter.charCodeAt(0)
  let lf = placeOf(text, '\n', 0)
  let cr = placeOf(text, '\r', 0)
  let quote = quotes ? placeOf(text, '"', 0) : text.length
  let line = 1
  let position = 0
  while (position < text.length) {
    if (found.starts.length === MAX_FOUND) return { ...found, isFull: true }
    found.starts.push(position)
    found.lines.push(line)
    let end = Math.min(lf, cr)
    found.quoted.push(quote < end)
    if (quote < end) {
      const quoted = quotedRecord(text, position, separator)
      if (quoted.lineEnds > 0 && holdsRows(text.slice(position, quoted.end), delimiter))
        return { ...found, brokenQuote: line }
      line += quoted.lineEnds
      if (quoted.broken) return { ...found, brokenQuote: line }
      end = quoted.end
      quote = placeOf(text, '"', end)
    }
    found.ends.push(end)
    position = end + (text.charCodeAt(end) === CR && text.charCodeAt(end + 1) === LF ? 2 : 1)
    if (lf < position) lf = placeOf(text, '\n', position)
    if (cr < position) cr = placeOf(text, '\r', position)
    line += 1
  }
  return found
}

/** The position of the next `sign`, or the end of the text. indexOf is much faster than a loop. */
function placeOf(text: string, sign: string, from: number): number {
  const place = text.indexOf(sign, from)
  return place === -1 ? text.length : place
}

/** The end of a record with quotes, and the number of line endings inside its cells. */
function quotedRecord(text: string, start: number, separator: number) {
  let lineEnds = 0
  let cellStart = true
  let position = start
  for (; position < text.length; position++) {
    const code = text.charCodeAt(position)
    if (code === LF || code === CR) break
    if (cellStart && code === QUOTE) {
      const close = closingQuote(text, position, text.length, separator)
      if (close === UNCLOSED) return { end: position, lineEnds, broken: true }
      if (close !== PLAIN) {
        lineEnds += lineEndsIn(text, position, close)
        position = close - 1
      }
    }
    cellStart = code === separator
  }
  return { end: position, lineEnds, broken: false }
}

/** An account with nothing else in its cell. The page that verifies packs contains no module that knows more. */
const ACCOUNT = /^[ "']*[A-Z]{2} ?\d{2}[A-Z\d .-]{7,50}[ "']*$/i

/** Are lines of this record rows of their own: two with as many cells as the first has, and an account in the same one? */
function holdsRows(record: string, delimiter: string): boolean {
  const end = record.search(/[\r\n]/)
  const width = record.slice(0, end).split(delimiter).length
  if (width === 1 || !record.includes(delimiter, end)) return false
  const columns = new Set<number>()
  // shorter lines hold no account and another cell
  for (const [line] of record.matchAll(/[^\r\n]{12,}/g)) {
    const cells = line.split(delimiter)
    const column = cells.length === width ? cells.findIndex((cell) => ACCOUNT.test(cell)) : -1
    if (columns.has(column)) return true
    if (column >= 0) columns.add(column)
  }
  return false
}

const UNCLOSED = -1
const PLAIN = -2

/** The position after the closing quote (and spaces), or why there is none. */
function closingQuote(text: string, open: number, end: number, separator: number): number {
  let from = open + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1 || quote >= end) return UNCLOSED
    if (quote + 1 < end && text.charCodeAt(quote + 1) === QUOTE) {
      from = quote + 2
      continue
    }
    let after = quote + 1
    while (after < end && text.charCodeAt(after) === SPACE && separator !== SPACE) after++
    const next = after < end ? text.charCodeAt(after) : LF
    if (next === separator || next === LF || next === CR) return after
    return lineEndsIn(text, open, quote) > 0 ? UNCLOSED : PLAIN
  }
}

/** Cells up to this length are copied as a whole: almost none contains a line ending. */
const LONG = 200

/** How many line endings (CR LF, LF or CR) a part of a text has. */
export function lineEndsIn(text: string, from: number, to: number): number {
  if (to - from < LONG && !/[\r\n]/.test(text.slice(from, to))) return 0
  let count = 0
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i)
    if (code === LF || (code === CR && text.charCodeAt(i + 1) !== LF)) count += 1
  }
  return count
}

/**
 * Where the cells of one record found by `scan` are, with their quotes: one more start than cells, and a cell ends one
 * position before the next start.
 */
export function cellStarts(
  text: string,
  start: number,
  end: number,
  delimiter: string,
  quotes: boolean,
): number[] {
  const separator = delimiter.charCodeAt(0)
  const starts = [start]
  for (let position = start; ; ) {
    const close =
      quotes && position < end && text.charCodeAt(position) === QUOTE
        ? closingQuote(text, position, end, separator)
        : PLAIN
    const next = close >= 0 ? close : text.indexOf(delimiter, position)
    const stop = next === -1 || next > end ? end : next
    starts.push(stop + 1)
    if (stop >= end) return starts
    position = stop + 1
  }
}

/** The cells of one record found by `scan`, unquoted; line endings inside a cell are unchanged. */
export function cellsOf(
  text: string,
  start: number,
  end: number,
  delimiter: string,
  quotes: boolean,
): string[] {
  const record = text.slice(start, end)
  if (!quotes || !record.includes('"')) return record.split(delimiter)
  const separator = delimiter.charCodeAt(0)
  const cells: string[] = []
  let position = 0
  for (;;) {
    const close =
      record.charCodeAt(position) === QUOTE ? closingQuote(record, position, record.length, separator) : PLAIN
    let stop = close
    if (close >= 0) {
      const inner = record.slice(position + 1, record.lastIndexOf('"', close - 1))
      cells.push(inner.includes('""') ? inner.replaceAll('""', '"') : inner)
    } else {
      const next = record.indexOf(delimiter, position)
      stop = next === -1 ? record.length : next
      cells.push(record.slice(position, stop))
    }
    if (stop >= record.length) return cells
    position = stop + 1
  }
}
