import { foldWord, hasTwoSpellings } from './fold'
import { findLegalForms, SOLE_TRADER } from './legal-forms'
import { type Cyrillic, romanise } from './romanise'
import { titlesAtEnds } from './titles'
import { BIRTH_MARKERS, COMPANY_WORDS, JOINERS, SUFFIXES } from './words'

/** One word ready to be matched: as written, its folded Latin letters, and whether ü may also be ue. */
export type Token = { text: string; key: string; twoSpellings: boolean }

/** A name taken apart: words that identify, and what is set aside (domain.md §3, “Rules to apply”). */
export type PreparedName = {
  words: Token[]
  forms: string[]
  suffixes: string[]
  company: boolean
}

const WORD = /[\p{L}\p{M}\p{N}.'’‘`´ʼ]+|[&+]/gu
const INVISIBLE = /\p{Cf}/gu
const DOTTED_INITIALS = /^(?:\p{L}\.){2,}\p{L}?\.?$|^\p{L}\.(?=\p{L}{2})/u

/**
 * Takes a name apart for matching.
 * In: the name, which Cyrillic romanisation to apply, and whether `J.P.` and `JP` are two initials or a word.
 */
export function prepareName(name: string, cyrillic: Cyrillic, splitInitials: boolean): PreparedName {
  const raw = name.normalize('NFKC').replace(INVISIBLE, '')
  const texts = raw.match(WORD) ?? []
  const spans = findLegalForms(texts)
  const inForm = new Set(spans.flatMap(({ start, length }) => Array.from({ length }, (_, i) => start + i)))
  const rest = texts.filter((_, i) => !inForm.has(i))
  const shouting = raw === raw.toUpperCase()
  const split = splitInitials ? rest.flatMap((text) => lettersOf(text, shouting)) : rest
  const forms = spans.map(({ form }) => form)
  return setAside(split, forms, cyrillic)
}

function setAside(texts: string[], forms: string[], cyrillic: Cyrillic): PreparedName {
  const tokens = texts.map((text) => toToken(text, cyrillic))
  const company =
    forms.some((form) => !SOLE_TRADER.has(form)) || tokens.some(({ key }) => COMPANY_WORDS.has(key))
  const spoken = tokens.filter((token, i) => !isJoiner(token, i, tokens.length) && token.key !== '')
  const { first, last } = titlesAtEnds(spoken.map(({ key }) => key))
  const named = spoken.slice(first, spoken.length - last)
  if (company) return { words: named, forms, suffixes: [], company }
  const known = named.filter(({ key }, i) => i === 0 || !BIRTH_MARKERS.has(key))
  const marked = known.length < named.length ? ['née'] : []
  const suffixes = known.filter(({ key }, i) => i > 1 && SUFFIXES.has(key))
  const words = known.filter((token) => !suffixes.includes(token))
  return { words, forms, suffixes: [...suffixes.map(({ key }) => key), ...marked], company }
}

function toToken(text: string, cyrillic: Cyrillic): Token {
  return { text, key: romanise(foldWord(text), cyrillic), twoSpellings: hasTwoSpellings(text) }
}

/** `&` and its words between two others; a letter with a full stop is an initial. */
function isJoiner({ text, key }: Token, place: number, count: number): boolean {
  if (/^[&+]$/.test(text)) return true
  return place > 0 && place < count - 1 && !text.endsWith('.') && JOINERS.has(key)
}

function lettersOf(text: string, shouting: boolean): string[] {
  if (/^(?:\p{L}\.){2,}\p{L}?\.?$/u.test(text)) return text.match(/\p{L}\.?/gu) ?? []
  if (DOTTED_INITIALS.test(text)) return [text.slice(0, 2), text.slice(2)]
  return !shouting && /^\p{Lu}{2,3}$/u.test(text) ? Array.from(text) : [text]
}

/** Joins two or three words that the other name writes as one, in either order: `Lefebvrecamille`. */
export function joinWords(words: Token[], others: Token[]): Token[] {
  const own = new Set(words.map(({ key }) => key))
  const wanted = new Set(others.map(({ key }) => key).filter((key) => !own.has(key)))
  for (const n of [3, 2])
    for (let i = 0; i + n <= words.length; i++) {
      const run = words.slice(i, i + n)
      const forward = run.map(({ key }) => key).join('')
      const backward = [...run]
        .reverse()
        .map(({ key }) => key)
        .join('')
      const key = [forward, backward].find((joined) => wanted.has(joined))
      if (key === undefined) continue
      const joined = { text: key, key, twoSpellings: run.some(({ twoSpellings }) => twoSpellings) }
      return joinWords([...words.slice(0, i), joined, ...words.slice(i + n)], others)
    }
  return words
}
