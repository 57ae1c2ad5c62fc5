'use client'
import { setNonce } from 'get-nonce'
import { ThemeProvider } from 'next-themes'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'
import { OverlayRoot } from '@/components/ui/overlay-root'
import { TooltipProvider } from '@/components/ui/popover'
import { QueryProvider } from './query-provider'
import { type Words, WordsProvider } from './words-provider'

type ProvidersProps = Words & { nonce: string; children: ReactNode }

/** What every page needs around it: theme, words, data, tips, notifications. */
export function Providers({ nonce, children, ...words }: ProvidersProps) {
  // react-remove-scroll makes a style element when the first dialog opens; it must carry the nonce
  setNonce(nonce)
  return (
    <ThemeProvider
      attribute="data-theme"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      enableColorScheme={false}
      storageKey="accord.theme"
      nonce={nonce}
    >
      <WordsProvider {...words}>
        <QueryProvider>
          <NuqsAdapter>
            <TooltipProvider>
              {children}
              <OverlayRoot />
            </TooltipProvider>
          </NuqsAdapter>
        </QueryProvider>
      </WordsProvider>
    </ThemeProvider>
  )
}
