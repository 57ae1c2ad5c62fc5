import 'server-only'
import { createTranslator } from 'use-intl/core'
import type { Namespace, Translate } from '@/lib/platform/language/keys'
import type { Locale } from '@/lib/platform/language/locale'
import { messagesOf } from '@/lib/platform/language/messages.server'

/**
 * The messages of a namespace in a known language, for example of a file, a PDF or a search. Needs no request, so that
 * the worker and the benchmarks can call it.
 */
export function translator<Name extends Namespace>(locale: Locale, namespace: Name): Translate<Name> {
  return createTranslator({
    locale,
    namespace,
    messages: messagesOf(locale),
    timeZone: process.env.TIME_ZONE || 'UTC',
  })
}
