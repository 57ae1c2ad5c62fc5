/** Civil and academic titles of the supported countries, folded. Compiled for this project. */
const TITLES = new Set(
  (
    'mr mrs ms miss madam dr prof professor rev ' +
    'monsieur madame mademoiselle mme mlle mmes maitre mtre docteur mgr ' +
    'herr herrn hr frau fraulein fraeulein hrn familie dipl ing univ doktor ' +
    'senor senora senorita sr sra srta dona dna exmo exma ilmo ilma senhor senhora ' +
    'sig signor signora signorina sigra signa sigri dott dottssa dottor dottoressa avv ' +
    'dhr mevr mevrouw mw mej heer drs ir ' +
    'fru frk pani bc mudr judr phdr mvdr rndr csc'
  ).split(' '),
)
/** Words that only continue a title: “Dr. rer. nat.”, “Dr. med. dent.”. */
const CONTINUING = new Set('med dent vet iur jur rer nat oec habil'.split(' '))
/** Titles after the name. */
const AFTER = new Set('phd mba md esq msc bsc csc dsc llm jur med dipl ing'.split(' '))
/** Words that are a title, an initial or a given name: a title only before two more words. */
const AMBIGUOUS = new Set('m d don pan sir hon mag fr mm doc geom rag mister'.split(' '))

/** Every word that can be a title, folded. */
export const TITLE_WORDS: readonly string[] = [...TITLES, ...CONTINUING, ...AFTER, ...AMBIGUOUS]

/** Whether a folded word can be a title; true for an empty one. */
export function mayBeTitle(key: string): boolean {
  return key === '' || TITLES.has(key) || CONTINUING.has(key) || AFTER.has(key) || AMBIGUOUS.has(key)
}

/**
 * Whether the folded word can be a title at this position; `next` comes after a title at the start, `left` is the
 * number of other words that remain.
 */
export function isTitle(key: string, place: 'first' | 'next' | 'last', left: number): boolean {
  if (left < 1) return false
  if (place === 'last') return AFTER.has(key)
  if (place === 'next' && CONTINUING.has(key)) return true
  return TITLES.has(key) || (AMBIGUOUS.has(key) && left >= 2)
}

/**
 * Counts the titles at both ends of a name.
 * In: the folded words. Out: how many words at the start and at the end are titles; one word always remains.
 */
export function titlesAtEnds(keys: string[]): { first: number; last: number } {
  let first = 0
  for (let left = keys.length - 1; left > 0; left--) {
    const key = keys[first] ?? ''
    // After a certain title an ambiguous word is one too: “Hr./Fr. Becker”.
    const certain = isTitle(key, first === 0 ? 'first' : 'next', left)
    if (!certain && !(first > 0 && key.length > 1 && isTitle(key, 'first', left + 1))) break
    first++
  }
  let last = 0
  while (isTitle(keys[keys.length - 1 - last] ?? '', 'last', keys.length - first - last - 1)) last++
  return { first, last }
}
