import type { Difference } from '@/lib/names/differences'

const shortWords = (difference: Difference) =>
  difference.a !== undefined && difference.b !== undefined
    ? 'both'
    : difference.a !== undefined
      ? 'submitted'
      : 'registered'

/** Sentences that would say too much beside another difference: “Only capital letters differ.” */
const ONLY = ['capital_letters', 'punctuation', 'word_order']

/**
 * Which sentence under `names.fact` tells this difference; the words come from the difference itself. In: the difference
 * and all differences of the same names, because “only” is said of one that stands alone.
 */
export function factKey(difference: Difference, all: readonly Difference[] = [difference]): string {
  const { type } = difference
  const alone = all.every((other) => other.type === type)
  if (ONLY.includes(type)) return `${type}.${alone ? 'alone' : 'beside'}`
  if (type === 'title') return `title.${(difference.x ?? '').includes(' ') ? 'many' : 'one'}`
  if (type === 'legal_form_missing')
    return `${type}.${difference.a === undefined ? 'submitted' : 'registered'}`
  if (type === 'different_word') return `different_word.${shortWords(difference)}`
  if (type === 'accent') {
    const more = all.some((other) => other.type === 'capital_letters' || other.type === 'punctuation')
    return difference.x ? `accent.${more ? 'beside' : 'letters'}` : 'accent.plain'
  }
  if (type === 'spelling') return `spelling.${spellingCase(difference)}`
  if (type === 'missing_name' || type === 'extra_name')
    return `${type}.${(difference.x ?? '').includes(' ') ? 'many' : 'one'}`
  return type
}

const ONE_SIDED = ['missing_name', 'extra_name', 'cut_off']

/** Which sentence under `names.consequence` says what the difference means: a word more or less may be another company. */
export function consequenceKey({ type, level }: Difference): string {
  if (!ONE_SIDED.includes(type)) return type
  return `${type}.${level === 'identity' ? 'company' : level === 'format' ? 'article' : 'person'}`
}

/** Which label under `names.type` names the difference: only a person's name lacks a name, a company's lacks a word. */
export const typeKey = ({ type, level }: Difference): string =>
  level === 'person' || (type !== 'missing_name' && type !== 'extra_name')
    ? type
    : type.replace('name', 'word')

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
