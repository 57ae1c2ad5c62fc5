import { fitsIban } from './read'
import { foldWord } from './text/fold'
import { mayJoinHolders, splitHolders } from './words/holders'
import { mayBeTitle, TITLE_WORDS } from './words/titles'
import { HOLDER_SEPARATORS } from './words/words'

const SPACE = 32
const AMPERSAND = 38
const APOSTROPHE = 39
const COMMA = 44
const HYPHEN = 45
const CURLY_APOSTROPHE = 0x2019

/** Classes of characters in ordinary names. */
const OTHER = 0
/** A letter whose plain spelling is one ASCII letter. */
const LETTER = 1
/** Any other Latin letter: ß, æ, œ. */
const LONG_LETTER = 2
const DIGIT = 3
const MARK = 4
const KINDS = new Uint8Array(0x180).fill(OTHER)
/** The plain lower-case letter of a LETTER, for hashing words. */
const PLAIN = new Uint8Array(KINDS.length)
for (let code = 65; code < KINDS.length; code++) {
  // ÀÁ… to ſ except × and ÷: letters that NFC doesn't change
  const sign = String.fromCharCode(code)
  if ((code >= 0x80 && code < 0xc0) || !/\p{L}/u.test(sign)) continue
  const plain = foldWord(sign)
  KINDS[code] = /^[a-z]$/.test(plain) ? LETTER : LONG_LETTER
  PLAIN[code] = plain.charCodeAt(0)
}
KINDS.fill(DIGIT, 48, 58)
for (const sign of "'.,-") KINDS[sign.charCodeAt(0)] = MARK

function kindOf(code: number): number {
  if (code < KINDS.length) return KINDS[code] as number
  return code === CURLY_APOSTROPHE ? MARK : OTHER
}

/** Matches where an IBAN may start a name, or occur inside one: see `isIbanShaped` and `ibansIn`. */
const MAY_HOLD_IBAN =
  /^(?:I[ .-]*B[ .-]*A[ .-]*N[ .-]*)?[A-Z][ .-]*[A-Z][ .-]*\d|(?<![A-Z0-9])[A-Z]{2}[ .-]?\d{2}/i

/**
 * A Bloom filter: 1 where a word with that hash may be a title or join two holders. A 0 is certain, so the word
 * needs no lookup; a 1 may be a collision and is looked up.
 */
const HASH_MASK = 4095
const MAY_BE_TITLE_OR_JOINER = new Uint8Array(HASH_MASK + 1)
const FIRST_HASH = 7
const nextHash = (hash: number, code: number) => (hash * 31 + code) & 0xfffff
for (const word of [...TITLE_WORDS, ...HOLDER_SEPARATORS, 'u', '']) {
  let hash = FIRST_HASH
  for (const sign of foldWord(word)) hash = nextHash(hash, sign.charCodeAt(0))
  MAY_BE_TITLE_OR_JOINER[hash & HASH_MASK] = 1
}

/**
 * Whether a name certainly has no warnings: Latin letters in NFC, single spaces, ordinary punctuation, no title, one
 * holder. Decides most names of a file in one pass without a copy; false is inconclusive.
 */
export function isPlainName(name: string): boolean {
  const first = name === '' ? OTHER : kindOf(name.charCodeAt(0))
  if (first !== LETTER && first !== LONG_LETTER) return false
  const last = name.charCodeAt(name.length - 1)
  if (last === COMMA || last === HYPHEN) return false
  let start = 0
  let hash = FIRST_HASH
  let long = false
  let digits = false
  let joined = false
  for (let i = 0; i <= name.length; i++) {
    const code = i < name.length ? name.charCodeAt(i) : SPACE
    const kind = kindOf(code)
    if (code > 0xff && mayBeMojibake(name.charCodeAt(i - 1))) return false
    if (kind === LETTER) {
      hash = nextHash(hash, PLAIN[code] as number)
    } else if (kind === LONG_LETTER) long = true
    else if (kind === DIGIT) {
      hash = nextHash(hash, code)
      if (!digits && fitsIban(name.length - i) && MAY_HOLD_IBAN.test(name)) return false
      digits = true
    } else if (code === SPACE || code === HYPHEN) {
      if (i === start && code === SPACE && name.charCodeAt(i - 1) === SPACE) return false
      if (name.charCodeAt(start) === AMPERSAND) joined = true
      else if (
        (long || MAY_BE_TITLE_OR_JOINER[hash & HASH_MASK] === 1) &&
        mayBeTitleOrJoiner(name.slice(start, i))
      )
        return false
      start = i + 1
      hash = FIRST_HASH
      long = false
    } else if (code === APOSTROPHE && name.charCodeAt(i - 1) === COMMA) {
      // a spreadsheet export may have put it there, see `escapeFormula`
      return false
    } else if (kind === OTHER && !(code === AMPERSAND && isSingleCharacter(name, i))) return false
  }
  return !joined || digits || splitHolders(name).length === 1
}

/** Â to Å: before a character beyond Latin-1 it may be half of a wrongly decoded letter (mojibake), as in `Ãœ`. */
function mayBeMojibake(code: number): boolean {
  return code >= 0xc2 && code <= 0xc5
}

function isSingleCharacter(name: string, i: number): boolean {
  return name.charCodeAt(i - 1) === SPACE && (i + 1 === name.length || name.charCodeAt(i + 1) === SPACE)
}

/** A cache of some thousand words, because words of names repeat. */
const known = new Map<string, boolean>()
const MAX_CACHED = 10_000

/** Whether a word may be a title or join two holders, at any position. */
export function mayBeTitleOrJoiner(word: string): boolean {
  const first = word.charCodeAt(0)
  if (first >= 48 && first <= 57) return false
  let more = known.get(word)
  if (more === undefined) {
    more = mayJoinHolders(word) || mayBeTitle(foldWord(word))
    if (known.size >= MAX_CACHED) known.clear()
    known.set(word, more)
  }
  return more
}
