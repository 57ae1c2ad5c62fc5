'use client'
import { setNonce } from 'get-nonce'
import { ThemeProvider } from 'next-themes'
import { type ReactNode, useEffect } from 'react'
import { OverlayRoot } from '@/components/ui/overlays/overlay-root'
import '@/components/ui/server-now' // reads the server's clock when the page starts
import { QueryProvider } from './query-provider'
import { type Words, WordsProvider } from './words-provider'

type ProvidersProps = Words & { nonce: string; children: ReactNode }

/** The providers of every page: theme, messages, data, notifications. */
export function Providers({ nonce, children, ...words }: ProvidersProps) {
  // react-remove-scroll adds a style element when the first dialog opens; it needs the nonce
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
