export type DifferenceType =
  | 'capital_letters'
  | 'accent'
  | 'punctuation'
  | 'abbreviation'
  | 'legal_form_missing'
  | 'legal_form_different'
  | 'title'
  | 'word_order'
  | 'initial'
  | 'missing_name'
  | 'extra_name'
  | 'cut_off'
  | 'spelling'
  | 'joint_account'
  | 'different_word'
  | 'trading_name'
  | 'different_name'

/** How far a difference reaches: the writing, the person's full name, or who it is. */
export type DifferenceLevel = 'format' | 'person' | 'identity'

/**
 * One kind of difference with the words its sentence needs (ux.md 6.2). `a` and `b` are the words of the
 * submitted and the registered name, except for `abbreviation` and `initial`, where `a` is the short form.
 * `x` is the word or letters the sentence names, `y` the letters on the registered side (`spelling`),
 * `n` a number of letters. An `accent` without `x` is the same name in another alphabet. Several words of one kind are joined with spaces.
 */
export type Difference = {
  type: DifferenceType
  level: DifferenceLevel
  a?: string
  b?: string
  x?: string
  y?: string
  n?: number
}

const LEVELS: Record<DifferenceType, DifferenceLevel> = {
  capital_letters: 'format',
  accent: 'format',
  punctuation: 'format',
  abbreviation: 'format',
  legal_form_missing: 'format',
  legal_form_different: 'identity',
  title: 'format',
  word_order: 'format',
  initial: 'person',
  missing_name: 'person',
  extra_name: 'person',
  cut_off: 'person',
  spelling: 'person',
  joint_account: 'person',
  different_word: 'identity',
  trading_name: 'identity',
  different_name: 'identity',
}

/** Builds a difference of a type with its level. */
export function difference(type: DifferenceType, words: Omit<Difference, 'type' | 'level'> = {}): Difference {
  return { type, level: LEVELS[type], ...words }
}

/** One entry a type, in order of first detection; the words of later entries are appended. */
export function mergeByType(differences: Difference[]): Difference[] {
  const merged = new Map<DifferenceType, Difference>()
  for (const next of differences) {
    const first = merged.get(next.type)
    merged.set(next.type, first === undefined ? { ...next } : append(first, next))
  }
  return [...merged.values()]
}

function append(first: Difference, next: Difference): Difference {
  const result: Difference = { ...first }
  for (const field of ['a', 'b', 'x', 'y'] as const) {
    const parts = [first[field], next[field]].filter((part) => part !== undefined && part !== '')
    const separator = first.type === 'accent' && field === 'x' ? '' : ' '
    if (parts.length > 0) result[field] = parts.join(separator).replace(/([-‐‑–]) /gu, '$1')
  }
  if (first.type === 'accent' && result.x !== undefined) result.x = [...new Set(result.x)].join('')
  if (first.n !== undefined && next.n !== undefined) result.n = first.n + next.n
  return result
}
