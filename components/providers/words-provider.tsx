'use client'
import type { ComponentProps } from 'react'
import { IntlProvider } from 'use-intl'

export type Words = Pick<ComponentProps<typeof IntlProvider>, 'locale' | 'timeZone' | 'messages'>

/** Locale and messages for everything inside. The desk nests a second one with all namespaces. */
export const WordsProvider = IntlProvider
