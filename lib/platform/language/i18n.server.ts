import 'server-only'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import type { MessageKey, Namespace, Translate } from '@/lib/platform/language/keys'
import { acceptedLocale, knownLocale, LOCALE_COOKIE, type Locale } from '@/lib/platform/language/locale'
import { translator } from '@/lib/platform/language/translator.server'

/** The language of this request: the one chosen by the person or in this browser, otherwise from Accept-Language. */
export const requestLocale = cache(async (): Promise<Locale> => {
  const chosen = knownLocale((await cookies()).get(LOCALE_COOKIE)?.value)
  return chosen ?? acceptedLocale((await headers()).get('accept-language'))
})

/** @returns `t` for server components and metadata: `(await getTranslations('check'))('title')` */
export async function getTranslations<Name extends Namespace>(namespace: Name): Promise<Translate<Name>> {
  return translator(await requestLocale(), namespace)
}

/** @returns the metadata of a page whose title is this message, a text without values */
export const pageTitle =
  <Name extends Namespace>(namespace: Name, key: MessageKey<Name>) =>
  async (): Promise<{ title: string }> => ({ title: (await getTranslations(namespace)).raw(key) })
