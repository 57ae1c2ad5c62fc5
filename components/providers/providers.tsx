'use client'
import { setNonce } from 'get-nonce'
import { ThemeProvider } from 'next-themes'
import { type ReactNode, useEffect } from 'react'
import { OverlayRoot } from '@/components/ui/overlay-root'
import { QueryProvider } from './query-provider'
import { type Words, WordsProvider } from './words-provider'

type ProvidersProps = Words & { nonce: string; children: ReactNode }

/** What every page needs around it: theme, words, data, notifications. */
export function Providers({ nonce, children, ...words }: ProvidersProps) {
  // react-remove-scroll makes a style element when the first dialog opens; it must carry the nonce
  setNonce(nonce)
  useEffect(() => {
    document.body.dataset.alive = ''
  }, [])
  return (
    <ThemeProvider
      attribute="data-theme"
      defaultTheme="system"
      enableSystem
      enableColorScheme={false}
      storageKey="accord.theme"
      nonce={nonce}
    >
      <WordsProvider {...words}>
        <QueryProvider>
          {children}
          <OverlayRoot />
        </QueryProvider>
      </WordsProvider>
    </ThemeProvider>
  )
}
