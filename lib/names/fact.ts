import type { Difference } from '@/lib/names/differences'

const shortWords = (difference: Difference) =>
  difference.a !== undefined && difference.b !== undefined
    ? 'both'
    : difference.a !== undefined
      ? 'submitted'
      : 'registered'

/** Which sentence under `names.fact` tells this difference; the words come from the difference itself. */
export function factKey(difference: Difference): string {
  const { type } = difference
  if (type === 'different_word') return `different_word.${shortWords(difference)}`
  if (type === 'accent') return difference.x ? 'accent.letters' : 'accent.plain'
  if (type === 'spelling') return `spelling.${spellingCase(difference)}`
  if (type === 'missing_name' || type === 'extra_name')
    return `${type}.${(difference.x ?? '').includes(' ') ? 'many' : 'one'}`
  return type
}

function spellingCase({ n = 2, a = '', b = '', x = '', y = '' }: Difference): string {
  const words = a.includes(' ') || b.includes(' ')
  if (n !== 1 || words) return 'many'
  if (x.length > 1 && x.length === y.length) return 'swapped'
  return x && y ? 'one' : 'added'
}

/** The words a sentence may name. */
export const factWords = ({ a = '', b = '', x = '', y = '', n = 0 }: Difference) => ({
  a,
  b,
  x,
  y,
  n,
  letter: x || y,
})
