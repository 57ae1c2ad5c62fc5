import { foldName } from './fold'

/** Part of a word; `marked` parts differ from the other side. */
export type Piece = { text: string; marked: boolean }

/** Words are marked as a whole above this product of their lengths: no real name is that long. */
const MAX_TABLE_CELLS = 40_000
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** A text as characters that a reader sees: a letter with its accents is one. */
export function graphemes(text: string): string[] {
  if (/^[\u0020-\u02ff]*$/.test(text)) return text.split('')
  return Array.from(segmenter.segment(text), (part) => part.segment)
}

/**
 * Marks the graphemes of two words that are not in their longest common subsequence.
 * In: both words; `fold` ignores case and accents, so that only different letters are marked.
 * Out: the pieces of both, which concatenate to the words as written.
 */
export function markDifferences(left: string, right: string, fold: boolean): [Piece[], Piece[]] {
  const a = graphemes(left)
  const b = graphemes(right)
  if (a.length * b.length > MAX_TABLE_CELLS) return [markAll(left), markAll(right)]
  const normal = (grapheme: string) => (fold ? foldName(grapheme) || grapheme : grapheme)
  const [keptA, keptB] = commonGraphemes(a.map(normal), b.map(normal))
  return [toPieces(a, keptA), toPieces(b, keptB)]
}

function markAll(text: string): Piece[] {
  return [{ text, marked: true }]
}

/** A text as one piece that isn’t marked. */
export function markNothing(text: string): Piece[] {
  return [{ text, marked: false }]
}

/** Marks the two neighbouring graphemes at `at`. */
export function markTwo(text: string, at: number): Piece[] {
  const letters = graphemes(text)
  const plain = new Set(letters.keys())
  plain.delete(at)
  plain.delete(at + 1)
  return toPieces(letters, plain)
}

/** The marked parts of a text, joined. */
export function markedText(pieces: Piece[]): string {
  return pieces
    .filter((piece) => piece.marked)
    .map((piece) => piece.text)
    .join('')
}

function commonGraphemes(a: string[], b: string[]): [Set<number>, Set<number>] {
  const width = b.length + 1
  const table = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => table[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const keptA = new Set<number>()
  const keptB = new Set<number>()
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      keptA.add(i++)
      keptB.add(j++)
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return [keptA, keptB]
}

function toPieces(letters: string[], kept: Set<number>): Piece[] {
  const pieces: Piece[] = []
  letters.forEach((text, i) => {
    const marked = !kept.has(i)
    const last = pieces.at(-1)
    if (last?.marked === marked) last.text += text
    else pieces.push({ text, marked })
  })
  return pieces
}
