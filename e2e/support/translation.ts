import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createTranslator } from 'use-intl/core'
import type { Locale } from '@/lib/platform/language/locale'

/** A message formatted with one set of values: a placeholder for each text, a marker for each number. */
type Sentence = { letters: number; english: string; pattern: RegExp; french: string }
type Messages = { [key: string]: string | Messages }
type Values = Record<string, string | number>

/** Stands for any number. The last digit is its index in the sentence. */
const NUMBER_MARKER = 7_777_770
const MARKED_NUMBER = /7\D?777\D?77(\d)/g
const PLACEHOLDER = /⟦(\w+)⟧/g
const countLetters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0
const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+')

const messageFolder = (locale: string) => path.join(import.meta.dirname, '../../messages', locale)
const readMessages = (locale: string): Messages =>
  Object.fromEntries(
    readdirSync(messageFolder(locale)).map((file) => [
      file,
      JSON.parse(readFileSync(path.join(messageFolder(locale), file), 'utf8')),
    ]),
  )
/** Removes tags that only format text. An empty tag is filled by the page, so it becomes a placeholder. */
const stripTags = (message: string) => message.replace(/<(\w+)><\/\1>/g, '{$1}').replace(/<\/?\w+>/g, '')
/** The text of each tag, because it is also the name of a link in the sentence. */
const textsOfTags = (key: string, message: string) =>
  [...message.matchAll(/<(\w+)>([^<]+)<\/\1>/g)].map(
    ([, tag, text]) => [`${key}<${tag}>`, text] as [string, string],
  )
const flatten = (messages: Messages, prefix = ''): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[prefix + key, stripTags(value)] as [string, string], ...textsOfTags(prefix + key, value)]
      : flatten(value, `${prefix}${key}.`),
  )
const format = (locale: Locale, message: string, values: Values): string =>
  createTranslator({ locale, messages: { message } })('message', values)

/** Every set of values that gives a message a different wording: plural forms and options. */
function valueSets(message: string): Values[] {
  const options = [...message.matchAll(/(\w+) \{/g)].map(([, option = '']) => option)
  const choices = [...message.matchAll(/\{(\w+)(?:, ?(\w+))?/g)].map(([, name = '', kind], n) => {
    // where English has one wording for one and many, French may have two
    if (kind === 'plural' || kind === 'number') return [name, [0, 1, NUMBER_MARKER + (n % 10)]] as const
    return [name, kind === 'select' ? [...options, '·'] : [`⟦${name}⟧`]] as const
  })
  return [...new Map<string, readonly (string | number)[]>(choices)].reduce(
    (sets, [name, values]) => sets.flatMap((set) => values.map((value) => ({ ...set, [name]: value }))),
    [{}] as Values[],
  )
}

/** A pattern of the sentence that captures its values. A repeated value must be the same each time. */
function patternOf(english: string): RegExp {
  const seen = new Set<string>()
  const group = (name: string, form: string) => {
    if (seen.has(name)) return `\\k<${name}>`
    seen.add(name)
    return `(?<${name}>${form})`
  }
  const source = escapePattern(english)
    .replace(/\\\.$/, '\\.?')
    .replace(MARKED_NUMBER, (_, n) => group(`n${n}`, '[\\d,]+'))
    .replace(PLACEHOLDER, (_, name) => group(`_${name}`, '.+?'))
  return new RegExp(`^${source}$`, 'i')
}

let cachedSentences: Sentence[] | undefined
function readSentences(): Sentence[] {
  if (cachedSentences) return cachedSentences
  const french = new Map(flatten(readMessages('fr')))
  const all = flatten(readMessages('en')).flatMap(([key, message]) =>
    valueSets(message).map((values) => {
      const english = format('en', message, values)
      const letters = countLetters(english.replace(PLACEHOLDER, ''))
      return {
        letters,
        english,
        pattern: patternOf(english),
        french: format('fr', french.get(key) ?? '', values),
      }
    }),
  )
  cachedSentences = all.filter(({ letters, english }) => letters > (english.includes('⟦') ? 2 : 0))
  return cachedSentences
}

type Translation = { source: string; share: number }
const translations = new Map<string, Translation[]>()
/** Translates a complete English sentence. `share`: how much of the text is fixed rather than a value. */
function translateSentence(text: string): Translation[] {
  const cached = translations.get(text)
  if (cached) return cached
  const found = readSentences().flatMap(({ letters, pattern, french }) => {
    const match = pattern.exec(text)
    if (!match) return []
    const captured = (name: string) => match.groups?.[name]
    const words = french
      .replace(MARKED_NUMBER, (_, n) => Number(captured(`n${n}`)?.replaceAll(',', '')).toLocaleString('fr'))
      .replace(text.endsWith('.') ? /$^/ : /\.$/, '')
    const source = escapePattern(words).replace(PLACEHOLDER, (_, name) => {
      const value = captured(`_${name}`)
      if (value === undefined) return '.+'
      return `(?:${[escapePattern(value), ...translateSentence(value).map((each) => each.source)].join('|')})`
    })
    return [{ source, share: letters / countLetters(text) }]
  })
  translations.set(text, found)
  return found
}

/** Translates text that was joined with commas, such as a name and a state. */
function translateList(text: string): string[] {
  const parts = text
    .split(', ')
    .map((part) => [...translateSentence(part).map(({ source }) => source), escapePattern(part)])
  const found = parts.length > 1 && parts.some((part) => part.length > 1)
  return found ? [parts.map((part) => `(?:${part.join('|')})`).join(',\\s+')] : []
}

/** Whether the part contains all the text of a sentence between two of its values. */
const containsFixedText = (part: string, english: string) =>
  english
    .split(PLACEHOLDER)
    .map((run) => run.replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, ''))
    .some((run) => run.length > 11 && run.includes(' ') && part.includes(run))

/** Finds the French sentences of which an English one contains the part. Their values may be anything. */
function translatePart(part: string, byFixedText: boolean): string[] {
  const source = new RegExp(escapePattern(part).replace(/\d[\d,:]*/g, '\\S+'), 'i')
  const found = readSentences().filter(
    ({ english, pattern }) =>
      !pattern.test(part) && (source.test(english) || (byFixedText && containsFixedText(part, english))),
  )
  return found.map(({ french }) =>
    escapePattern(french.replace(MARKED_NUMBER, '⟦n⟧')).replace(PLACEHOLDER, '.+'),
  )
}
/** Whether the text can be a part of a sentence, and is not a generated name with a number or an IBAN. */
const isPartOfSentence = (words: string | RegExp, text: string) =>
  /\p{L}{3}/u.test(text) &&
  (words instanceof RegExp || text.split(' ').length > 2 || (text.includes(' ') && !/\d/.test(text)))

/** The text of a simple pattern, without anchors and with a seven for any number. */
const toPlainText = ({ source }: RegExp) =>
  source
    .replace(/^\^|\$$/g, '')
    .replace(/\\d\+?/g, '7')
    .replace(/\\([.?()])/g, '$1')

/**
 * Translates English text of the screen to French: finds it in messages/en and takes the text of messages/fr.
 * @returns a pattern of every French wording; names, numbers and other text without a message stay unchanged
 */
export function toFrench(words: string | RegExp, exact: boolean, flags: string): string | RegExp {
  const anchored =
    words instanceof RegExp ? [words.source.startsWith('^'), words.source.endsWith('$')] : [exact, exact]
  const text = words instanceof RegExp ? toPlainText(words) : words
  if (/^[+-]?\d{1,3}(,\d{3})+$/.test(text)) return new RegExp(escapePattern(text).replaceAll(',', '\\s'))
  if (countLetters(text) === 0 || (words instanceof RegExp && /[\\*+[\]|]/.test(text))) return words
  const all = translateSentence(text)
  const found = all.map(({ source }) => source)
  if (!all.some(({ share }) => share > 0.9)) {
    found.push(...translateList(text))
    if (!exact && isPartOfSentence(words, text)) found.push(...translatePart(text, all.length === 0))
  }
  if (found.length === 0) return words
  const joined = [...new Set(found)].join('|')
  const source = `(?:${words instanceof RegExp ? joined.replace(/7+/g, '\\d+') : joined})`
  return new RegExp(`${anchored[0] ? '^\\s*' : ''}${source}${anchored[1] ? '\\s*$' : ''}`, flags)
}
