import 'server-only'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
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

/** Words as the browser takes them: sentences are parsed here, so that no page brings a parser. */
type SentMessages = { [key: string]: CompiledMessage | SentMessages }

const parsed = (messages: Messages): SentMessages =>
  Object.fromEntries(
    Object.entries(messages).map(([key, words]) => [
      key,
      typeof words === 'string' ? compile(words) : parsed(words),
    ]),
  )

const sent = new WeakMap<Messages, Map<string, string>>()

/** One namespace as JSON, written once per process. */
function written(messages: Messages, namespace: string): string {
  const known = sent.get(messages) ?? new Map<string, string>()
  sent.set(messages, known)
  const text = known.get(namespace) ?? JSON.stringify(parsed(messages[namespace] as Messages))
  known.set(namespace, text)
  return text
}

/**
 * The words of these namespaces as the JSON that `WordsProvider` takes: a browser reads it faster than it reads as many
 * objects among the props of a page.
 */
function sentMessages(locale: Locale, wanted: (namespace: string) => boolean): string {
  const messages = messagesOf(locale)
  const named = Object.keys(messages).filter(wanted)
  return `{${named.map((namespace) => `${JSON.stringify(namespace)}:${written(messages, namespace)}`).join()}}`
}

/** What the pages of the desk say in the browser: all but the glossary, which is read where it is asked for. */
export const deskMessages = (locale: Locale): string =>
  sentMessages(locale, (namespace) => namespace !== 'glossary')

/** The named namespaces only: what a page without a session needs. */
export const someMessages = (locale: Locale, namespaces: string[]): string =>
  sentMessages(locale, (namespace) => namespaces.includes(namespace))
