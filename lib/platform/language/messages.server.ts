import 'server-only'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Messages } from 'use-intl/core'
import type { Locale } from '@/lib/platform/language/locale'

const kept = new Map<Locale, Messages>()

/**
 * All messages of a language: every file `messages/<locale>/<namespace>.json` under its own name. Cached per
 * process, except in development.
 */
export function messagesOf(locale: Locale): Messages {
  const known = kept.get(locale)
  if (known && process.env.NODE_ENV === 'production') return known
  const folder = join(process.cwd(), 'messages', locale)
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
  const messages = Object.fromEntries(
    files.map((file) => [
      file.slice(0, -'.json'.length),
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    ]),
  ) as Messages // every language has the keys of English: messages.test.ts
  kept.set(locale, messages)
  return messages
}

const pickNamespaces = (messages: Messages, wanted: (namespace: string) => boolean): Partial<Messages> =>
  Object.fromEntries(Object.entries(messages).filter(([namespace]) => wanted(namespace)))

/** The messages for the pages behind the sign-in: all except the glossary, which is loaded on demand. */
export const deskMessages = (locale: Locale) =>
  pickNamespaces(messagesOf(locale), (namespace) => namespace !== 'glossary')

/** The named namespaces only: what a page without a session needs. */
export const someMessages = (locale: Locale, namespaces: (keyof Messages)[]) =>
  pickNamespaces(messagesOf(locale), (namespace) => (namespaces as string[]).includes(namespace))
