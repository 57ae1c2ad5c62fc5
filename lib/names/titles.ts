/** Civil and academic titles of the countries served, folded. Written here; facts of common use. */
const TITLES = new Set(
  (
    'mr mrs ms miss mister sir madam dr prof professor rev hon ' +
    'monsieur madame mademoiselle mme mlle mm mmes maitre mtre docteur mgr ' +
    'herr hr frau fr fraulein fraeulein hrn familie dipl ing mag univ doktor doc ' +
    'senor senora senorita sr sra srta srta don dona dna exmo exma ilmo ilma senhor senhora ' +
    'sig signor signora signorina sigra signa sigri dott dottssa dottor dottoressa avv rag geom ' +
    'dhr mevr mevrouw mw mej heer drs ir mr ' +
    'fru frk pan pani bc mudr judr phdr mvdr rndr csc'
  ).split(' '),
)
/** Titles that stand after the name. */
const AFTER = new Set('phd mba md esq msc bsc csc dsc llm jur med dipl ing'.split(' '))
/** One letter that is a title or an initial: taken as a title only before two more words. */
const ONE_LETTER = new Set(['m', 'd'])

/** True when the folded word can be a title at this place; `left` is the number of other words that remain. */
export function isTitle(key: string, place: 'first' | 'last', left: number): boolean {
  if (left < 1) return false
  if (place === 'last') return AFTER.has(key)
  return TITLES.has(key) || (ONE_LETTER.has(key) && left >= 2)
}

/**
 * Counts the titles at both ends of a name.
 * In: the folded words. Out: how many words at the start and at the end are titles; one word always remains.
 */
export function titlesAtEnds(keys: string[]): { first: number; last: number } {
  let first = 0
  while (isTitle(keys[first] ?? '', 'first', keys.length - first - 1)) first++
  let last = 0
  while (isTitle(keys[keys.length - 1 - last] ?? '', 'last', keys.length - first - last - 1)) last++
  return { first, last }
}
