import type { NameComparison } from '@/lib/names/compare'

export type ShownWord = NonNullable<NameComparison['columns'][number]['submitted']>
export type Side = 'submitted' | 'registered'
/** A word in its row: `gap` is the place of a word that only the other name has. */
export type WordSlot = { state: 'equal' | 'changed' | 'alone' | 'moved' | 'gap'; pieces: ShownWord }

const textOf = (word: ShownWord): string => word.map((piece) => piece.text).join('')

/** True when the word order differs, so that the rows cannot share columns. */
export const isReordered = (comparison: NameComparison): boolean =>
  comparison.differences.some((difference) => difference.type === 'word_order')

/**
 * The words of one row: in shared columns when the order is the same, otherwise in the original order, because a reader
 * must see the name as written.
 */
export function slotsOf(comparison: NameComparison, side: Side, name: string): WordSlot[] {
  const alone = side === 'submitted' ? 'extra' : 'missing'
  const reordered = isReordered(comparison)
  const slots = comparison.columns.map((column): WordSlot => {
    const pieces = column[side]
    if (!pieces) return { state: 'gap', pieces: [] }
    if (column.state === alone) return { state: 'alone', pieces }
    if (column.state === 'changed') return { state: 'changed', pieces }
    return { state: reordered ? 'moved' : 'equal', pieces }
  })
  return reordered ? asWritten(slots, name) : slots
}

function asWritten(slots: WordSlot[], name: string): WordSlot[] {
  let rest = name
  const placed = slots
    .filter((slot) => slot.state !== 'gap')
    .sort((a, b) => textOf(b.pieces).length - textOf(a.pieces).length)
    .map((slot) => {
      const text = textOf(slot.pieces)
      const place = rest.indexOf(text)
      // Each place is used once, so that the second "de" does not take that of the first.
      if (place >= 0) rest = rest.slice(0, place) + '\0'.repeat(text.length) + rest.slice(place + text.length)
      return { slot, place: place < 0 ? name.length : place }
    })
  return placed.sort((a, b) => a.place - b.place).map(({ slot }) => slot)
}

/** The widths in pixels from which the columns fit side by side. */
const STEPS = [360, 420, 480, 560, 640, 760] as const

/** The width that the columns need, rounded up to a step in names.css; 0 when no step is wide enough. */
export function stepOf(comparison: NameComparison, size: 'md' | 'lg'): number {
  if (isReordered(comparison)) return 0
  const letter = size === 'lg' ? 13 : 11
  const needed = comparison.columns.reduce((sum, { submitted, registered }) => {
    const letters = Math.max(
      ...[submitted, registered].map((word) => (word ? Array.from(textOf(word)).length : 0)),
    )
    return sum + Math.max(letters * letter, submitted && registered ? 0 : 110) + 24
  }, 104)
  return STEPS.find((step) => step >= needed) ?? 0
}
