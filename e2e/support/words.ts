import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createTranslator } from 'use-intl/core'
import type { Locale } from '@/lib/platform/language/locale'

/** A message with one set of values: a placeholder for each text, a marker for each number. */
type Sentence = { letters: number; english: string; pattern: RegExp; french: string }
type Messages = { [key: string]: string | Messages }
type Values = Record<string, string | number>

/** Represents any number; the last digit is its index in the sentence. */
const MANY = 7_777_770
const NUMBER = /7\D?777\D?77(\d)/g
const HOLE = /⟦(\w+)⟧/g
const lettersIn = (text: string) => text.match(/\p{L}/gu)?.length ?? 0
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&').replace(/\s+/g, '\\s+')

const folder = (locale: string) => path.join(import.meta.dirname, '../../messages', locale)
const messagesOf = (locale: string): Messages =>
  Object.fromEntries(
    readdirSync(folder(locale)).map((file) => [
      file,
      JSON.parse(readFileSync(path.join(folder(locale), file), 'utf8')),
    ]),
  )
/** An empty tag is filled by the page; others only format text. */
const bare = (message: string) => message.replace(/<(\w+)><\/\1>/g, '{$1}').replace(/<\/?\w+>/g, '')
/** The text of each tag is also found alone, as the name of a link in a sentence. */
const tagged = (key: string, message: string) =>
  [...message.matchAll(/<(\w+)>([^<]+)<\/\1>/g)].map(
    ([, tag, text]) => [`${key}<${tag}>`, text] as [string, string],
  )
const flat = (messages: Messages, above = ''): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[above + key, bare(value)] as [string, string], ...tagged(above + key, value)]
      : flat(value, `${above}${key}.`),
  )
const fill = (locale: Locale, message: string, values: Values): string =>
  createTranslator({ locale, messages: { message } })('message', values)

/** Every set of values that produces another sentence of a message: one and many, each option. */
function fillings(message: string): Values[] {
  const options = [...message.matchAll(/(\w+) \{/g)].map(([, option = '']) => option)
  const choices = [...message.matchAll(/\{(\w+)(?:, ?(\w+))?/g)].map(([, name = '', kind], n) => {
    // where English has one wording for one and many, French may have two
    if (kind === 'plural' || kind === 'number') return [name, [0, 1, MANY + (n % 10)]] as const
    return [name, kind === 'select' ? [...options, '·'] : [`⟦${name}⟧`]] as const
  })
  return [...new Map<string, readonly (string | number)[]>(choices)].reduce(
    (sets, [name, values]) => sets.flatMap((set) => values.map((value) => ({ ...set, [name]: value }))),
    [{}] as Values[],
  )
}

/** A pattern for the values of a sentence: a repeated value must be the same each time. */
function patternOf(english: string): RegExp {
  const seen = new Set<string>()
  const hole = (name: string, form: string) => {
    if (seen.has(name)) return `\\k<${name}>`
    seen.add(name)
    return `(?<${name}>${form})`
  }
  const source = escaped(english)
    .replace(/\\\.$/, '\\.?')
    .replace(NUMBER, (_, n) => hole(`n${n}`, '[\\d,]+'))
    .replace(HOLE, (_, name) => hole(`_${name}`, '.+?'))
  return new RegExp(`^${source}$`, 'i')
}

let kept: Sentence[] | undefined
function sentences(): Sentence[] {
  if (kept) return kept
  const french = new Map(flat(messagesOf('fr')))
  const all = flat(messagesOf('en')).flatMap(([key, message]) =>
    fillings(message).map((values) => {
      const english = fill('en', message, values)
      const letters = lettersIn(english.replace(HOLE, ''))
      return {
        letters,
        english,
        pattern: patternOf(english),
        french: fill('fr', french.get(key) ?? '', values),
      }
    }),
  )
  kept = all.filter(({ letters, english }) => letters > (english.includes('⟦') ? 2 : 0))
  return kept
}

type Found = { source: string; share: number }
const known = new Map<string, Found[]>()
/** The French sentences for a complete English one, and how much of their text is fixed. */
function wholes(text: string): Found[] {
  const before = known.get(text)
  if (before) return before
  const found = sentences().flatMap(({ letters, pattern, french }) => {
    const match = pattern.exec(text)
    if (!match) return []
    const given = (name: string) => match.groups?.[name]
    const words = french
      .replace(NUMBER, (_, n) => Number(given(`n${n}`)?.replaceAll(',', '')).toLocaleString('fr'))
      .replace(text.endsWith('.') ? /$^/ : /\.$/, '')
    const source = escaped(words).replace(HOLE, (_, name) => {
      const value = given(`_${name}`)
      if (value === undefined) return '.+'
      return `(?:${[escaped(value), ...wholes(value).map((each) => each.source)].join('|')})`
    })
    return [{ source, share: letters / lettersIn(text) }]
  })
  known.set(text, found)
  return found
}

/** Splits text that was joined with commas, such as a name and a state. */
function pieces(text: string): string[] {
  const parts = text.split(', ').map((part) => [...wholes(part).map(({ source }) => source), escaped(part)])
  const found = parts.length > 1 && parts.some((part) => part.length > 1)
  return found ? [parts.map((part) => `(?:${part.join('|')})`).join(',\\s+')] : []
}

/** Whether the part has all the text of a sentence between two of its values. */
const holdsRun = (part: string, english: string) =>
  english
    .split(HOLE)
    .map((run) => run.replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, ''))
    .some((run) => run.length > 11 && run.includes(' ') && part.includes(run))

/** The French sentences that contain a part of an English one; their values stay open. */
function around(part: string, runs: boolean): string[] {
  const source = new RegExp(escaped(part).replace(/\d[\d,:]*/g, '\\S+'), 'i')
  const found = sentences().filter(
    ({ english, pattern }) =>
      !pattern.test(part) && (source.test(english) || (runs && holdsRun(part, english))),
  )
  return found.map(({ french }) => escaped(french.replace(NUMBER, '⟦n⟧')).replace(HOLE, '.+'))
}
/** Excludes a generated name with a number, and an IBAN. */
const isPart = (words: string | RegExp, text: string) =>
  /\p{L}{3}/u.test(text) &&
  (words instanceof RegExp || text.split(' ').length > 2 || (text.includes(' ') && !/\d/.test(text)))

/** A simple pattern as text, without anchors and with a seven for any number. */
const plain = ({ source }: RegExp) =>
  source
    .replace(/^\^|\$$/g, '')
    .replace(/\\d\+?/g, '7')
    .replace(/\\([.?()])/g, '$1')

/**
 * Translates English text on screen to French: finds it in messages/en and takes the text of messages/fr.
 * @returns a pattern of every French wording; names, numbers and other text without a message stay unchanged
 */
export function inFrench(words: string | RegExp, exact: boolean, flags: string): string | RegExp {
  const ends =
    words instanceof RegExp ? [words.source.startsWith('^'), words.source.endsWith('$')] : [exact, exact]
  const text = words instanceof RegExp ? plain(words) : words
  if (/^[+-]?\d{1,3}(,\d{3})+$/.test(text)) return new RegExp(escaped(text).replaceAll(',', '\\s'))
  if (lettersIn(text) === 0 || (words instanceof RegExp && /[\\*+[\]|]/.test(text))) return words
  const all = wholes(text)
  const found = all.map(({ source }) => source)
  if (!all.some(({ share }) => share > 0.9)) {
    found.push(...pieces(text))
    if (!exact && isPart(words, text)) found.push(...around(text, all.length === 0))
  }
  if (found.length === 0) return words
  const joined = [...new Set(found)].join('|')
  const source = `(?:${words instanceof RegExp ? joined.replace(/7+/g, '\\d+') : joined})`
  return new RegExp(`${ends[0] ? '^\\s*' : ''}${source}${ends[1] ? '\\s*$' : ''}`, flags)
}
