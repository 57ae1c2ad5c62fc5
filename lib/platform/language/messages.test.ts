import { createTranslator } from 'use-intl/core'
import { describe, expect, it } from 'vitest'
import { LOCALES } from './locale'
import { messagesOf } from './messages.server'

const flat = (messages: object, path = ''): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  )

/** The placeholders of a message, without the texts of its plural forms. */
const placeholders = (text: string) =>
  [
    ...new Set(
      [...text.matchAll(/(?<!\b(?:one|two|few|many|other|=\d)\s*)\{\s*(\w+)\s*[,}]/g)].map((m) => m[1]),
    ),
  ].sort()

describe('the messages', () => {
  const english = new Map(flat(messagesOf('en')))

  it.each(LOCALES)('in %s are complete, and none is empty', (locale) => {
    const words = new Map(flat(messagesOf(locale)))
    expect([...english.keys()].filter((key) => !words.has(key))).toEqual([])
    expect([...words.keys()].filter((key) => !english.has(key))).toEqual([])
    expect([...words].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([])
  })

  it.each(LOCALES)('in %s have the same placeholders', (locale) => {
    const wrong = flat(messagesOf(locale)).filter(
      ([key, text]) => String(placeholders(text)) !== String(placeholders(english.get(key) ?? '')),
    )
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  it.each(LOCALES)('in %s can be formatted with every value', (locale) => {
    const wrong: string[] = []
    const say = createTranslator({
      locale,
      messages: messagesOf(locale),
      onError: ({ message }) => wrong.push(message),
    }) as unknown as { rich: Translator }
    for (const [key, text] of flat(messagesOf(locale)))
      for (const value of text.includes('{') ? [0, 1, 12_345, 'other'] : [1])
        say.rich(key, valuesOf(text, value))
    expect(wrong).toEqual([])
  })

  it('in French keep ; : ! ? and guillemets on the line of their word, with a narrow space', () => {
    const wrong = flat(messagesOf('fr')).filter(([, text]) =>
      / [;:!?»]|« |[\p{L}\d}>)](?:[;!?]|: |:$)/u.test(text),
    )
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  it('in French keep a number and its unit on one line', () => {
    const wrong = flat(messagesOf('fr')).filter(([, text]) => /\d \d{3}|\} h \d/.test(text))
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  it.each(LOCALES)('in %s have typographic quotes, except in a column name that programs read', (locale) => {
    const wrong = flat(messagesOf(locale)).filter(([, text]) => /['"]/.test(text))
    expect(wrong.map(([key]) => key)).toEqual(locale === 'en' ? ['exports.column.bankName'] : [])
  })

  it('in French do not spell out one: the singular is also for zero', () => {
    const wrong = flat(messagesOf('fr')).filter(([, text]) => /\bone \{1 /.test(text))
    expect(wrong.map(([key]) => key)).toEqual([])
  })
})

type Values = Record<string, string | number | ((words: unknown) => string)>
type Translator = (key: string, values: Values) => unknown

/** The value for every placeholder of a message; the content of a tag in brackets. A number where one is required. */
function valuesOf(text: string, value: string | number): Values {
  const tags = [...text.matchAll(/<(\w+)>/g)].map(([, name = '']) => [
    name,
    (words: unknown) => `[${[words].flat().join('')}]`,
  ])
  const places = [...text.matchAll(/\{\s*(\w+)\s*(?:,\s*(\w+))?/g)].map(([, name = '', kind]) => [
    name,
    typeof value === 'string' && (kind === 'number' || kind === 'plural') ? 7 : value,
  ])
  return Object.fromEntries([...places, ...tags])
}
