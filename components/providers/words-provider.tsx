'use client'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'

type Messages = { [key: string]: string | Messages }
export type Words = { locale: string; timeZone: string; messages: Messages }

/** Language and words for everything inside. The desk nests a second one with all namespaces. */
export function WordsProvider({ children, ...words }: Words & { children: ReactNode }) {
  return <IntlProvider {...words}>{children}</IntlProvider>
}
