import { HASH_START, hashEnd, hashStep, hashText } from './hash'

/**
 * Letters without a Unicode decomposition, with their usual plain spelling.
 * Source: the folding that banks publish (ß ss, œ oe, ø o, ł l, þ th …).
 */
const SPECIAL_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ς: 'σ',
  ʼ: "'",
  '’': "'",
  '‘': "'",
  '‐': '-',
  '‑': '-',
}
const SPECIAL = new RegExp(`[${Object.keys(SPECIAL_LETTERS).join('')}]`, 'g')
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\u2066-\u2069\u202a-\u202e\ufeff]/g
/** Fast path: most words only need lower case. */
const ASCII = /^[\t-\r -~]*$/
/** Letters with two plain spellings: ü is written u or ue. */
const TWO_SPELLINGS = /[äöüåøæœ]/i

/** NFC, trimmed, with inner white space collapsed to one space; invisible characters are kept. */
export function tidyName(name: string): string {
  return name.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#0*39|#x0*27);/gi

/** Decodes the five basic HTML entities, which web applications leave in exported names: `&amp;` → `&`. */
export function decodeEntities(name: string): string {
  if (!name.includes('&')) return name
  return name.replace(ENTITY, (_, entity = 'apos') => ENTITIES[entity.toLowerCase()] ?? '')
}

/**
 * Folds a name for search and for finding duplicates by eye: lower case, no accents, special letters in plain
 * spelling, typographic apostrophes and hyphens replaced by ASCII, white space collapsed. Idempotent.
 */
export function foldName(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase().replace(/\s+/g, ' ').trim()
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .replace(ACCENTS, '')
    .replace(SPECIAL, (letter) => SPECIAL_LETTERS[letter] ?? letter)
  return plain.normalize('NFC').replace(/\s+/gu, ' ').trim()
}

/** Characters that NFKC doesn't change, separated by single spaces. */
const TIDY_LATIN = /^[!-~À-ÖØ-öø-ÿ]+(?: [!-~À-ÖØ-öø-ÿ]+)*$/

/**
 * The key by which two rows have the same name: NFKC, case-folded, white space collapsed. Accents and punctuation
 * count. Unicode full case folding differs from lower case for ß and final σ.
 */
export function duplicateKey(name: string): string {
  if (TIDY_LATIN.test(name)) return name.toLowerCase().replaceAll('ß', 'ss')
  const folded = name.normalize('NFKC').toLowerCase().replaceAll('ß', 'ss').replaceAll('ς', 'σ')
  return folded.normalize('NFKC').replace(/\s+/gu, ' ').trim()
}

/**
 * A small integer hash of the `duplicateKey` of a name: equal keys have equal hashes, so most different names are told
 * apart without building the key.
 */
export function duplicateHash(name: string): number {
  const hash = latinHash(name)
  return hash === UNUSUAL ? hashText(duplicateKey(name)) : hash
}

const SPACE = 32
const SHARP_S = 0xdf
const CURLY_APOSTROPHE = 0x2019
const UNUSUAL = -1
/**
 * The UTF-16 unit of each ordinary character in the key (ß counts as ss); 0 for characters that need the full
 * computation.
 */
const KEY_UNITS = new Uint16Array(0x180)
for (let code = 0; code < KEY_UNITS.length; code++) {
  const sign = String.fromCharCode(code)
  const key = duplicateKey(sign)
  if (key.length === 1 && sign.normalize('NFKC') === sign) KEY_UNITS[code] = key.charCodeAt(0)
}
KEY_UNITS[SPACE] = SPACE
KEY_UNITS[SHARP_S] = 's'.charCodeAt(0)

/** `hashText` of the key of a Latin name with single spaces, without building the key; UNUSUAL for other names. */
function latinHash(name: string): number {
  let hash = HASH_START
  let before = SPACE
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i)
    const unit = code < KEY_UNITS.length ? (KEY_UNITS[code] as number) : code === CURLY_APOSTROPHE ? code : 0
    if (unit === 0 || (code === SPACE && before === SPACE)) return UNUSUAL
    hash = hashStep(hash, unit)
    if (code === SHARP_S) hash = hashStep(hash, unit)
    before = code
  }
  return before === SPACE ? UNUSUAL : hashEnd(hash)
}

/** One word folded to letters and digits: `O’Brien` → `obrien`, `S.A.S.` → `sas`. May be empty. */
export function foldWord(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase().replace(/[^a-z0-9]/g, '')
  return foldName(word).replace(/[^\p{L}\p{M}\p{N}]/gu, '')
}

/** Whether the word has a letter with two plain spellings (ü as u or ue). */
export function hasTwoSpellings(word: string): boolean {
  return TWO_SPELLINGS.test(word.normalize('NFC'))
}

/** Maps both plain spellings of umlauts to one: `mueller` and `muller` → `muller`. */
export function mergeUmlautSpellings(key: string): string {
  return key.replaceAll('ae', 'a').replaceAll('oe', 'o').replaceAll('ue', 'u').replaceAll('aa', 'a')
}

/** Whether two words are equal apart from accents, special letters, case and punctuation. */
export function sameLetters(left: string, right: string): boolean {
  const a = foldWord(left)
  const b = foldWord(right)
  if (a === b) return a !== '' || left === right
  return (
    (hasTwoSpellings(left) || hasTwoSpellings(right)) && mergeUmlautSpellings(a) === mergeUmlautSpellings(b)
  )
}
