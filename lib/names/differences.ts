/** The kinds of difference in the order of the filter of reviews. */
export const DIFFERENCES = [
  'capital_letters',
  'accent',
  'punctuation',
  'abbreviation',
  'legal_form_missing',
  'legal_form_different',
  'title',
  'word_order',
  'initial',
  'missing_name',
  'extra_name',
  'cut_off',
  'spelling',
  'joint_account',
  'different_word',
  'trading_name',
  'different_name',
] as const
export type DifferenceType = (typeof DIFFERENCES)[number]

/**
 * What a difference concerns: the spelling, the person's full name, or the identity. A missing or additional word
 * has level `person` for a person and `identity` for a company.
 */
export const DIFFERENCE_LEVELS = ['format', 'person', 'identity'] as const
type DifferenceLevel = (typeof DIFFERENCE_LEVELS)[number]

/**
 * One difference with the words for its sentence. `a` and `b` are the words of the submitted and the registered
 * name, except for `abbreviation` and `initial`, where `a` is the short form. `x` is the word or letters the
 * sentence names, `y` the letters on the registered side (`spelling`), `n` a number of letters. An `accent`
 * without `x` is the same name in another alphabet. Several words of one type are joined with spaces.
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

/** A difference of this type, with the level that the type has. */
export function difference(type: DifferenceType, words: Omit<Difference, 'type' | 'level'> = {}): Difference {
  return { type, level: LEVELS[type], ...words }
}

/**
 * Merges differences to one per type, in order of first detection; later words are appended.
 * @param names both whole names, to see which words are adjacent
 */
export function mergeByType(differences: Difference[], names: readonly string[]): Difference[] {
  const merged = new Map<DifferenceType, Difference>()
  for (const next of differences) {
    const first = merged.get(next.type)
    merged.set(next.type, first === undefined ? { ...next } : append(first, next, names))
  }
  return [...merged.values()]
}

function append(first: Difference, next: Difference, names: readonly string[]): Difference {
  const result: Difference = { ...first }
  for (const field of ['a', 'b', 'x', 'y'] as const) {
    const left = first[field] ?? ''
    const right = next[field] ?? ''
    const letters = first.type === 'accent' && field === 'x'
    const joined = left === '' || right === '' || letters ? left + right : joinWords(left, right, names)
    if (joined !== '') result[field] = joined
  }
  if (first.type === 'accent' && result.x !== undefined) result.x = [...new Set(result.x)].join('')
  if (first.n !== undefined && next.n !== undefined) result.n = first.n + next.n
  return result
}

/** A hyphen or slash at the end joins the next word only if it does so in a name. */
function joinWords(left: string, right: string, names: readonly string[]): string {
  const hyphened = /\S*[^\s\p{Pd}/][\p{Pd}/]$/u.exec(left)?.[0]
  if (hyphened === undefined) return `${left} ${right}`
  const glued = hyphened + right.split(' ', 1)[0]
  return names.some((name) => name.includes(glued)) ? left + right : `${left.slice(0, -1)} ${right}`
}
