import 'server-only'
import { cookies } from 'next/headers'
import { cache } from 'react'
import { createTranslator } from 'use-intl/core'
import { LOCALE_COOKIE, type Locale, localeOf } from '@/lib/platform/locale'
import { messagesOf } from '@/lib/platform/messages.server'

/** The language of this request: the person's cookie, else English. */
export const requestLocale = cache(async (): Promise<Locale> => {
  const store = await cookies()
  return localeOf(store.get(LOCALE_COOKIE)?.value)
})

/** @returns `t` for server components and metadata: `(await getTranslations('check'))('title')` */
export async function getTranslations(namespace: string) {
  return translator(await requestLocale(), namespace)
}

/** The same for a language that is known, for example of a file or a PDF. */
export function translator(locale: Locale, namespace: string) {
  return createTranslator({
    locale,
    namespace,
    messages: messagesOf(locale),
    timeZone: process.env.TIME_ZONE || 'UTC',
  })
}
