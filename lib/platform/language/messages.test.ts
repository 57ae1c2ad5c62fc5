import type { CompiledMessage } from 'icu-minify/format'
import { createTranslator } from 'use-intl/core'
import formatParsed from 'use-intl/format-message/format-only'
import { describe, expect, it } from 'vitest'
import { LOCALES } from './locale'
import { deskMessages, type Messages, messagesOf } from './messages.server'

const flat = (messages: Messages, path = ''): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  )

/** The values a sentence takes, without the words of its plural forms. */
const placeholders = (text: string) =>
  [
    ...new Set(
      [...text.matchAll(/(?<!\b(?:one|two|few|many|other|=\d)\s*)\{\s*(\w+)\s*[,}]/g)].map((m) => m[1]),
    ),
  ].sort()

describe('the words', () => {
  const english = new Map(flat(messagesOf('en')))

  it.each(LOCALES)('in %s has every sentence, none empty', (locale) => {
    const words = new Map(flat(messagesOf(locale)))
    expect([...english.keys()].filter((key) => !words.has(key))).toEqual([])
    expect([...words.keys()].filter((key) => !english.has(key))).toEqual([])
    expect([...words].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([])
  })

  it.each(LOCALES)('in %s takes the same values', (locale) => {
    const wrong = flat(messagesOf(locale)).filter(
      ([key, text]) => String(placeholders(text)) !== String(placeholders(english.get(key) ?? '')),
    )
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  it.each(LOCALES)('in %s say in the browser what they say on the server', (locale) => {
    const messages = messagesOf(locale)
    const onServer = createTranslator({ locale, messages }) as unknown as { rich: Said }
    const sent = JSON.parse(deskMessages(locale))
    const [numbers, plurals] = [new Intl.NumberFormat(locale), new Intl.PluralRules(locale)]
    const formatters = { getNumberFormat: () => numbers, getPluralRules: () => plurals }
    const inBrowser = (key: string, values: Values) => {
      const message = key.split('.').reduce((words, part) => words[part], sent) as CompiledMessage
      return formatParsed(key, message, values, { locale, formatters } as never)
    }
    const keys = flat(messages).filter(([key]) => !key.startsWith('glossary.'))
    const wrong = keys.flatMap(([key, text]) =>
      (text.includes('{') ? [0, 1, 12_345, 'other'] : [1]).flatMap((value) => {
        const values = valuesOf(text, value)
        const [browser, server] = [inBrowser(key, values), onServer.rich(key, values)].map((said) =>
          [said].flat().join(''),
        )
        return browser === server ? [] : [{ key, value, browser, server }]
      }),
    )
    expect(wrong).toEqual([])
  })
})

type Values = Record<string, string | number | ((words: unknown) => string)>
type Said = (key: string, values: Values) => unknown

/** The value in every place of a sentence; what stands in a tag, in brackets. A number where one is wanted. */
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
