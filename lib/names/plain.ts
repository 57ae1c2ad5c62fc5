import { foldWord } from './fold'
import { mayJoinHolders, splitHolders } from './holders'
import { mayBeTitle, TITLE_WORDS } from './titles'
import { HOLDER_SEPARATORS } from './words'

const SPACE = 32
const AMPERSAND = 38
const HYPHEN = 45
const CURLY_APOSTROPHE = 0x2019

/** What a sign of a usual name is. */
const OTHER = 0
const ASCII_LETTER = 1
const LETTER = 2
const DIGIT = 3
const MARK = 4
const KINDS = new Uint8Array(0x180).fill(OTHER)
// ÀÁ… to ſ without × and ÷: letters that stay as they are in NFC
KINDS.fill(LETTER, 0xc0)
KINDS[0xd7] = OTHER
KINDS[0xf7] = OTHER
KINDS.fill(DIGIT, 48, 58)
KINDS.fill(ASCII_LETTER, 65, 91)
KINDS.fill(ASCII_LETTER, 97, 123)
for (const sign of "'.,-") KINDS[sign.charCodeAt(0)] = MARK

function kindOf(code: number): number {
  if (code < KINDS.length) return KINDS[code] as number
  return code === CURLY_APOSTROPHE ? MARK : OTHER
}

/** Two letters and a digit, with or without signs between: it may be an IBAN. */
const LIKE_IBAN = /^[A-Za-z][ .-]*[A-Za-z][ .-]*\d/

/**
 * 1 where a word of that hash may be a title or join two holders. No such word is missing: a word whose place is 0
 * needs no look at the lists. One of another hash that is 1 by chance is looked up like the real ones.
 */
const PLACES = 4095
const MAY_SAY_MORE = new Uint8Array(PLACES + 1)
const FIRST_HASH = 7
const placed = (hash: number, code: number) => (hash * 31 + (code | 32)) & 0xfffff
for (const word of [...TITLE_WORDS, ...HOLDER_SEPARATORS, 'u', '']) {
  let hash = FIRST_HASH
  for (const sign of foldWord(word)) hash = placed(hash, sign.charCodeAt(0))
  MAY_SAY_MORE[hash & PLACES] = 1
}

/**
 * True for a name of which nothing can be said: Latin letters as they stand in NFC, single spaces, usual signs, no
 * title, one holder. Most names of a file, decided in one pass without a copy; false says nothing.
 */
export function isPlainName(name: string): boolean {
  const first = kindOf(name.charCodeAt(0))
  if (first !== ASCII_LETTER && first !== LETTER) return false
  let start = 0
  let hash = FIRST_HASH
  let foreign = false
  let letters = 0
  let digits = false
  let joined = false
  for (let i = 0; i <= name.length; i++) {
    const code = i < name.length ? name.charCodeAt(i) : SPACE
    const kind = kindOf(code)
    if (kind === ASCII_LETTER) {
      hash = placed(hash, code)
      letters += 1
    } else if (kind === LETTER) foreign = true
    else if (kind === DIGIT) {
      hash = placed(hash, code)
      if (!digits && letters <= 2 && LIKE_IBAN.test(name)) return false
      digits = true
    } else if (code === SPACE || code === HYPHEN) {
      if (i === start && code === SPACE && name.charCodeAt(i - 1) === SPACE) return false
      if (name.charCodeAt(start) === AMPERSAND) joined = true
      else if ((foreign || MAY_SAY_MORE[hash & PLACES] === 1) && saysMore(name.slice(start, i))) return false
      start = i + 1
      hash = FIRST_HASH
      foreign = false
    } else if (kind === OTHER && !(code === AMPERSAND && standsAlone(name, i))) return false
  }
  return !joined || digits || splitHolders(name).length === 1
}

function standsAlone(name: string, i: number): boolean {
  return name.charCodeAt(i - 1) === SPACE && (i + 1 === name.length || name.charCodeAt(i + 1) === SPACE)
}

/** Words of names come again and again: what was found of a word is kept, for some thousands of them. */
const known = new Map<string, boolean>()
const KEPT = 10_000

/** True for a word that may be a title or join two holders, wherever it stands. */
function saysMore(word: string): boolean {
  const first = word.charCodeAt(0)
  if (first >= 48 && first <= 57) return false
  let more = known.get(word)
  if (more === undefined) {
    more = mayJoinHolders(word) || mayBeTitle(foldWord(word))
    if (known.size >= KEPT) known.clear()
    known.set(word, more)
  }
  return more
}
