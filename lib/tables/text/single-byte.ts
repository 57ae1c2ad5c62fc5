import { analyse } from 'chardet'
import type { Encoding } from './choices'

/** A single-byte encoding with the non-ASCII letters that are usual in its names. */
type Candidate = {
  encoding: Encoding
  letters: string
  countries: string
  /** Rarely used: only when its text is clearly right, because bytes of DOS programs also give letters in it. */
  rare?: true
}

const WESTERN = 'éèêëàâäáãåçîïíìñôöóòõøœæùûüúÿß'
const CENTRAL = 'ąćęłńóśźżáčďéěíňřšťúůýžäöüőűăâîşţșțđß'
const CYRILLIC = 'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєљњџћђј'
const GREEK = 'αβγδεζηθικλμνξοπρστυφχψωςάέήίόύώϊϋΐΰ'
const BALTIC = 'āčēģīķļņšūžąėęįųõäöü'

const WEST = 'FR DE ES PT IT BE NL LU AT CH LI IE GB SE DK NO FI IS MC SM VA MT AD'

/** In order of preference: the first of two equally good ones wins. */
const CANDIDATES: Candidate[] = [
  { encoding: 'windows-1252', letters: WESTERN, countries: WEST },
  { encoding: 'iso-8859-15', letters: WESTERN, countries: WEST },
  { encoding: 'windows-1250', letters: CENTRAL, countries: 'PL CZ SK HU SI HR BA RO AL' },
  { encoding: 'iso-8859-2', letters: CENTRAL, countries: 'PL CZ SK HU SI HR BA RO AL' },
  { encoding: 'windows-1254', letters: `${WESTERN}ğışİ`, countries: 'TR' },
  { encoding: 'windows-1257', letters: BALTIC, countries: 'LT LV EE' },
  { encoding: 'iso-8859-13', letters: BALTIC, countries: 'LT LV EE' },
  { encoding: 'windows-1251', letters: CYRILLIC, countries: 'BG RS MK UA BY RU ME' },
  { encoding: 'iso-8859-5', letters: CYRILLIC, countries: 'BG RS MK UA BY RU ME' },
  { encoding: 'windows-1253', letters: GREEK, countries: 'GR CY' },
  { encoding: 'iso-8859-7', letters: GREEK, countries: 'GR CY' },
  { encoding: 'macintosh', letters: WESTERN, countries: WEST, rare: true },
]

const SAMPLE = 96 * 1024

/** chardet often confuses encodings that differ in a few characters, so its guess counts for both. */
function sameFamily(opinion: string | undefined, candidate: Candidate): boolean {
  return CANDIDATES.some(({ encoding, letters }) => encoding === opinion && letters === candidate.letters)
}

/**
 * Detects the single-byte encoding of bytes that are not UTF-8; null when none gives text. Every candidate decodes the
 * same sample, and each non-ASCII character is scored in its context: a usual letter of the encoding's languages adds
 * to the score; a capital or a symbol inside a word, a control character, or two scripts in one word reduce it. Ties
 * are decided by the countries of the IBANs in the file and by the guess of chardet.
 */
export function guessSingleByte(bytes: Uint8Array): Encoding | null {
  const sample = sampleOf(bytes)
  const countries = countriesIn(sample)
  const opinion = analyse(sample)[0]?.name.toLowerCase()
  // text with only euro signs and quotes is western: chardet would guess
  const { letters } = fitness(new TextDecoder('windows-1252').decode(sample), WESTERN)
  let best: { encoding: Encoding; score: number } | null = null
  for (const candidate of CANDIDATES) {
    const { score, signs } = fitness(new TextDecoder(candidate.encoding).decode(sample), candidate.letters)
    const share = shareOf(countries, candidate.countries)
    // people with letters of any language have accounts in the west, so western IBANs weigh less
    const weight = share > 0.5 ? share * (candidate.countries === WEST ? 0.4 : 1) : 0
    const liked = letters > 0 && sameFamily(opinion, candidate) ? 0.1 : 0
    const total = score + signs * (weight + liked - (candidate.rare ? 0.3 : 0))
    if (score > (candidate.rare ? 1 : -1.5) * signs && (best === null || total > best.score + 1e-9)) {
      best = { encoding: candidate.encoding, score: total }
    }
  }
  return best?.encoding ?? null
}

/**
 * The lines with bytes above 127, up to a limit, from anywhere in the file. Lines in valid UTF-8 are left out: they
 * come from another file when two were concatenated.
 */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const parts = new Uint8Array(Math.min(bytes.length, SAMPLE))
  let length = 0
  for (const line of linesBeyondAscii(bytes)) {
    if (isUtf8(line)) continue
    const part = line.subarray(0, parts.length - length)
    parts.set(part, length)
    length += part.length
    if (length === parts.length) break
  }
  return parts.subarray(0, length)
}

/** The lines with bytes above 127, with their endings. */
function* linesBeyondAscii(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 0
  let high = false
  for (let i = 0; i <= bytes.length; i++) {
    const byte = bytes[i] ?? 10
    if (byte > 127) high = true
    if (byte !== 10 && byte !== 13) continue
    if (high) yield bytes.subarray(start, i + 1)
    start = i + 1
    high = false
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Non-ASCII lines to sample: enough to identify an encoding. */
const LOOKED_AT = 2000
const UTF8_LINES_PER_BROKEN = 20

/**
 * Whether it is a UTF-8 file with few invalid lines, such as names cut in the middle of a character. In any other
 * encoding, all other names with an accent would be wrong.
 */
export function isMostlyUtf8(bytes: Uint8Array): boolean {
  let whole = 0
  let broken = 0
  for (const line of linesBeyondAscii(bytes)) {
    if (isUtf8(line)) whole += 1
    else broken += 1
    if (whole + broken === LOOKED_AT) break
  }
  return whole >= broken * UTF8_LINES_PER_BROKEN && whole > 0
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    utf8.decode(bytes)
    return true
  } catch {
    return false
  }
}

function countriesIn(sample: Uint8Array): Map<string, number> {
  const counts = new Map<string, number>()
  const ascii = new TextDecoder('windows-1252').decode(sample)
  for (const [, country = ''] of ascii.matchAll(/\b([A-Z]{2})\d{2} ?[A-Z0-9]{4}/g)) {
    counts.set(country, (counts.get(country) ?? 0) + 1)
  }
  return counts
}

function shareOf(counts: Map<string, number>, countries: string): number {
  let all = 0
  let inside = 0
  for (const [country, count] of counts) {
    all += count
    if (countries.includes(country)) inside += count
  }
  return all === 0 ? 0 : inside / all
}

const LETTER = /\p{L}/u
const UPPER = /\p{Lu}/u
const LOWER = /\p{Ll}/u
const LATIN = /\p{Script=Latin}/u
const QUIET = /[’‘“”„–—…•€«»°ºª№\u00A0]/u

/** Scores the non-ASCII characters of a text in their context: about +2 each when all are usual. */
function fitness(text: string, usual: string): { score: number; signs: number; letters: number } {
  let score = 0
  let signs = 0
  let letters = 0
  for (let i = 0; i < text.length; i++) {
    const sign = text.charAt(i)
    if (sign <= '\u007F') continue
    signs += 1
    if (LETTER.test(sign)) letters += 1
    score += fitOf(sign, text.charAt(i - 1), text.charAt(i + 1), usual)
  }
  return { score, signs, letters }
}

function fitOf(sign: string, before: string, after: string, usual: string): number {
  if (sign === '\uFFFD' || (sign >= '\u0080' && sign <= '\u009F')) return -8
  if (sign >= '\uE000' && sign <= '\uF8FF') return -6
  const inside = LETTER.test(before) && LETTER.test(after)
  if (!LETTER.test(sign) || 'ºª'.includes(sign)) {
    if (sign === '’') return inside ? 2 : 1.8
    if (QUIET.test(sign)) return inside ? -2 : 1.8
    return LETTER.test(before) || LETTER.test(after) ? -3 : -1
  }
  if (UPPER.test(sign) && (LOWER.test(before) || (UPPER.test(before) && LOWER.test(after)))) return -3
  if (!LETTER.test(before) && !LETTER.test(after)) return LATIN.test(sign) && isUsual(sign, usual) ? 1 : 0
  if (mixesScripts(sign, before) || mixesScripts(sign, after)) return -4
  return isUsual(sign, usual) ? 2 : 0
}

/** The capital İ has no lower-case letter of its own. */
const isUsual = (sign: string, usual: string) => usual.includes(sign.toLowerCase()) || usual.includes(sign)

function mixesScripts(sign: string, other: string): boolean {
  return LETTER.test(other) && LATIN.test(sign) !== LATIN.test(other)
}
