import 'server-only'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '@/lib/platform/language/locale'

export type Messages = { [key: string]: string | Messages }

const kept = new Map<Locale, Messages>()

/**
 * All words of a language: every file `messages/<locale>/<namespace>.json` under its own name.
 * Read once per process, except in development.
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
  )
  kept.set(locale, messages)
  return messages
}

const picked = (messages: Messages, wanted: (namespace: string) => boolean): Messages =>
  Object.fromEntries(Object.entries(messages).filter(([namespace]) => wanted(namespace)))

/** What the pages of the desk say in the browser: all but the glossary, which is read where it is asked for. */
export const deskMessages = (locale: Locale): Messages =>
  picked(messagesOf(locale), (namespace) => namespace !== 'glossary')

/** The named namespaces only: what a page without a session needs. */
export const someMessages = (locale: Locale, namespaces: string[]): Messages =>
  picked(messagesOf(locale), (namespace) => namespaces.includes(namespace))
