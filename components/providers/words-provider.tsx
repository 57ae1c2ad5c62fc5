'use client'
import { type ReactNode, useMemo } from 'react'
import { IntlProvider } from 'use-intl'

/** messages: JSON of sentences that are parsed already (lib/platform/language/messages.server.ts) */
export type Words = { locale: string; timeZone: string; messages: string }

/** Language and words for everything inside. The desk nests a second one with all namespaces. */
export function WordsProvider({ messages, children, ...words }: Words & { children: ReactNode }) {
  const read = useMemo(() => JSON.parse(messages), [messages])
  return (
    <IntlProvider {...words} messages={read}>
      {children}
    </IntlProvider>
  )
}
