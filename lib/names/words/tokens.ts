import { decodeEntities, foldWord, tidyName } from '@/lib/names/text/fold'
import { findLegalForms } from './legal-forms'
import { JOINERS } from './words'

/**
 * One word of a name as the comparison shows it. `text` is as written (a joined legal form may contain spaces),
 * `key` its folded letters, `form` its legal form, if it is one.
 */
export type Word = { text: string; key: string; joiner: boolean; form?: string }

const HYPHENS = '\\-‐‑–—/'
const PART = new RegExp(`[^${HYPHENS}]+[${HYPHENS}]*|[${HYPHENS}]+`, 'gu')

/** Further words are kept together in the last one: a limit for hostile input, no real name has so many. */
const MAX_WORDS = 60

/**
 * Splits a name into words on spaces, hyphens and slashes, after joining written-out legal forms.
 * No character except white space is lost: hyphens stay with the word before them.
 */
export function splitWords(name: string): Word[] {
  const all = attachPunctuation(
    tidyName(name)
      .split(' ')
      .flatMap((chunk) => chunk.match(PART) ?? []),
  )
  const texts = all.length <= MAX_WORDS ? all : [...all.slice(0, MAX_WORDS), joinTexts(all.slice(MAX_WORDS))]
  const words: Word[] = []
  const spans = new Map(findLegalForms(texts).map((span) => [span.start, span]))
  for (let i = 0; i < texts.length; i++) {
    const span = spans.get(i)
    if (span === undefined) {
      words.push(...splitInitials(texts[i] ?? '').map(plainWord))
      continue
    }
    const text = joinTexts(texts.slice(i, i + span.length))
    words.push({ text, key: foldWord(text), joiner: false, form: span.form })
    i += span.length - 1
  }
  return words
}

/** `J.E.` is two initials; an abbreviation such as `A.B.C.` is joined again when the other side has it. */
function splitInitials(text: string): string[] {
  return /^(?:\p{L}\.){2,3}\P{L}*$/u.test(text) ? (text.match(/\p{L}\P{L}*/gu) ?? [text]) : [text]
}

/** Joins words for display: a space, except after a hyphen, a slash or an initial. */
export function joinTexts(texts: string[]): string {
  return texts
    .map((text, i) => (i === texts.length - 1 || /[-‐‑–—/]$|^\p{L}\.$/u.test(text) ? text : `${text} `))
    .join('')
}

/** The same word without its legal form, when the other side shows that it isn't one. */
export function plainWord(text: string): Word {
  const read = decodeEntities(text)
  const key = foldWord(read)
  const joiner = /^[&+]$/u.test(read) || (JOINERS.has(key) && !isInitialLetter(text))
  return { text, key: key === '' ? text : key, joiner }
}

/** A capital or a letter with a full stop: an initial, not the word “e”, “y” or “i”. */
export function isInitialLetter(text: string): boolean {
  return /^\p{L}\.$|^\p{Lu}$/u.test(text)
}

/** Appends a piece that is only punctuation to the word before it, or prepends it at the start; `&` is a word. */
function attachPunctuation(texts: string[]): string[] {
  const result: string[] = []
  let waiting = ''
  for (const text of texts) {
    if (!/^[\p{P}\p{Cf}]+$/u.test(text) || text === '&') {
      result.push(waiting + text)
      waiting = ''
    } else if (result.length > 0) result[result.length - 1] += text
    else waiting += text
  }
  return waiting === '' ? result : [...result, waiting]
}
