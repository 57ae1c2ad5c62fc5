import { GeistMono } from 'geist/font/mono'
import { GeistSans } from 'geist/font/sans'
import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Providers } from '@/components/providers/providers'
import { requestLocale } from '@/lib/platform/language/i18n.server'
import { someMessages } from '@/lib/platform/language/messages.server'
import { pageNow } from '@/lib/platform/sql/now.server'
import './globals.css'

export const metadata: Metadata = {
  title: { default: 'Accord', template: '%s · Accord' },
  manifest: '/manifest.webmanifest',
  icons: {
    icon: [{ url: '/icon.svg', type: 'image/svg+xml', sizes: 'any' }],
    apple: '/apple-touch-icon.png',
  },
  robots: { index: false, follow: false },
}
export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f3f4f7' },
    { media: '(prefers-color-scheme: dark)', color: '#0a0b0e' },
  ],
}

/** Every page is rendered per request, because it reads the nonce of proxy.ts. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? ''
  const locale = await requestLocale()
  return (
    <html
      lang={locale}
      className={`${GeistSans.variable} ${GeistMono.variable}`}
      data-now={(await pageNow()).getTime()}
      suppressHydrationWarning
    >
      <body>
        <Providers
          nonce={nonce}
          locale={locale}
          timeZone={process.env.TIME_ZONE || 'UTC'}
          messages={someMessages(locale, ['ui', 'shell', 'signin'])}
        >
          {children}
        </Providers>
      </body>
    </html>
  )
}
