import { looksLikeIban } from '../looks-like'
import { DELIMITERS } from './choices'
import { cellsOf, scan } from './scan'

/** Tried only where no usual delimiter isolates an IBAN in a cell. */
const RARE = ['^', '~', '#', '¦', '§']

const SAMPLE_CHARACTERS = 64 * 1024
const SAMPLE_RECORDS = 300

/**
 * Detects the delimiter of a text: the one that isolates IBANs in cells, then the one that gives most records the same
 * number of cells. A semicolon when there is no evidence.
 */
export function guessDelimiter(text: string): string {
  const sample = wholeLines(text)
  const usual = bestOf(DELIMITERS, sample)
  if (usual.withIban > 0) return usual.delimiter
  const rare = bestOf(RARE, sample)
  return rare.withIban > 0 ? rare.delimiter : usual.delimiter
}

function bestOf(delimiters: readonly string[], sample: string) {
  let best = { delimiter: ';', score: 0, withIban: 0 }
  for (const delimiter of delimiters) {
    if (!sample.includes(delimiter)) continue
    const found = scoreOf(sample, delimiter)
    if (found.score > best.score) best = { delimiter, ...found }
  }
  return best
}

function wholeLines(text: string): string {
  if (text.length <= SAMPLE_CHARACTERS) return text
  const sample = text.slice(0, SAMPLE_CHARACTERS)
  const end = Math.max(sample.lastIndexOf('\n'), sample.lastIndexOf('\r'))
  return end > 0 ? sample.slice(0, end) : sample
}

function scoreOf(sample: string, delimiter: string): { score: number; withIban: number } {
  const { starts, ends } = scan(sample, delimiter, true)
  const widths = new Map<number, number>()
  let filled = 0
  let withIban = 0
  for (let i = 0; i < starts.length && filled < SAMPLE_RECORDS; i++) {
    const cells = cellsOf(sample, starts[i] ?? 0, ends[i] ?? 0, delimiter, true)
    if (cells.every((cell) => cell.trim() === '')) continue
    filled += 1
    widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1)
    if (cells.some(looksLikeIban)) withIban += 1
  }
  if (filled === 0) return { score: 0, withIban }
  const [width, count] = [...widths].reduce((a, b) => (b[1] > a[1] ? b : a), [1, 0])
  const even = width > 1 ? (count / filled) * 10 + Math.min(width, 20) / 10 : 0
  return { score: (withIban / filled) * 100 + even, withIban }
}
