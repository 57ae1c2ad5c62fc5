import type { Difference } from '@/lib/names/differences'
import type { MessageKey } from '@/lib/platform/language/keys'

const shortWords = (difference: Difference) =>
  difference.a !== undefined && difference.b !== undefined
    ? 'both'
    : difference.a !== undefined
      ? 'submitted'
      : 'registered'

/**
 * The message key under `names.fact` for a difference, whose own words fill the sentence. In: the difference and
 * all differences of the same names, because the word “only” requires that there is no other.
 */
export function factKey(difference: Difference, all: readonly Difference[]): MessageKey<'names.fact'> {
  const { type } = difference
  const alone = all.every((other) => other.type === type)
  // “Only capital letters differ.” would say too much beside another difference
  if (type === 'capital_letters' || type === 'punctuation' || type === 'word_order')
    return `${type}.${alone ? 'alone' : 'beside'}`
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

/** The message key under `names.consequence` for what a difference means: another word may mean another company. */
export function consequenceKey({ type, level }: Difference): MessageKey<'names.consequence'> {
  if (type === 'capital_letters' || type === 'punctuation') return 'form'
  if (type === 'cut_off') return level === 'identity' ? 'cut_off.company' : 'cut_off.person'
  if (type !== 'missing_name' && type !== 'extra_name') return type
  if (level === 'identity') return 'word'
  return `${type}.${level === 'format' ? 'article' : 'person'}`
}

/** The message key under `names.type` for a difference: a person's name lacks a name, a company's lacks a word. */
export function typeKey({ type, level }: Difference): MessageKey<'names.type'> {
  if (level === 'person') return type
  return type === 'missing_name' ? 'missing_word' : type === 'extra_name' ? 'extra_word' : type
}

function spellingCase({ n = 2, a = '', b = '', x = '', y = '' }: Difference) {
  const words = a.includes(' ') || b.includes(' ')
  if (n !== 1 || words) return 'many'
  if (x.length > 1 && x.length === y.length) return 'swapped'
  return x && y ? 'one' : 'added'
}

/** The values for the sentence. */
export const factWords = ({ a = '', b = '', x = '', y = '', n = 0 }: Difference) => ({
  a,
  b,
  x,
  y,
  n,
  letter: x || y,
})
