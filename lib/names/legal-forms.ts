import data from './data/legal-forms.json' with { type: 'json' }
import { foldWord } from './fold'
import { romanise } from './romanise'

const FORM_OF = new Map<string, string>()
for (const [form, spellings] of Object.entries(data.forms))
  for (const spelling of [form, ...spellings.split(' ')]) if (spelling !== '') FORM_OF.set(spelling, form)

/** Forms that belong to one person trading alone: the account is that person's. */
export const SOLE_TRADER = new Set(['ek', 'eu', 'ei', 'eirl', 'eenmanszaak', 'enskildfirma', 'tmi'])

/** Longest written-out form, in words: “société par actions simplifiée unipersonnelle” and the like. */
const LONGEST_FORM = 7

/** A run of words that is one legal form: index of the first word, number of words, the form's key. */
export type LegalSpan = { start: number; length: number; form: string }

/**
 * Finds legal forms at the end (at most two) and at the start of a name.
 * In: the words as written. Out: spans in order; a name that is nothing but a legal form has none.
 * Source: data/legal-forms.json (opensanctions/rigour and additions).
 */
export function findLegalForms(words: string[]): LegalSpan[] {
  const keys = words.map((word) => romanise(foldWord(word)))
  const spans: LegalSpan[] = []
  let end = keys.length
  for (let round = 0; round < 2; round++) {
    const span = formEndingAt(keys, end)
    if (span === undefined) break
    spans.unshift(span)
    end = span.start
  }
  const first = formStartingAt(keys, words, end)
  if (first !== undefined) spans.unshift(first)
  return spans
}

function formEndingAt(keys: string[], end: number): LegalSpan | undefined {
  for (let length = Math.min(LONGEST_FORM, end - 1); length >= 1; length--) {
    const start = end - length
    if (keys[start] === '') continue
    const form = FORM_OF.get(keys.slice(start, end).join(''))
    if (form !== undefined) return { start, length, form }
  }
  return undefined
}

function formStartingAt(keys: string[], words: string[], end: number): LegalSpan | undefined {
  for (let length = Math.min(LONGEST_FORM, end - 1); length >= 1; length--) {
    const joined = keys.slice(0, length).join('')
    const form = FORM_OF.get(joined)
    if (form === undefined || keys[length - 1] === '') continue
    // Two letters at the start are a form only in capitals: “BV De Gouden Molen”, not “As de Trèfle”.
    if (joined.length < 3 && !/^[\p{Lu}.\s]+$/u.test(words.slice(0, length).join(' '))) continue
    return { start: 0, length, form }
  }
  return undefined
}
