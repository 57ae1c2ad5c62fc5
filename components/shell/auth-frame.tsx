'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DemoBanner } from './banners'
import { Logo } from './logo'

export function AuthFrame({ demo, children }: { demo: boolean; children: ReactNode }) {
  const t = useTranslations('shell')
  return (
    <div className="grid min-h-dvh bg-surface lg:grid-cols-[1fr_1fr]">
      <a className="skip" href="#main">
        {t('skip')}
      </a>
      <div className="flex min-w-0 flex-col">
        {demo && <DemoBanner />}
        <main id="main" tabIndex={-1} className="flex flex-1 justify-center px-4">
          <div className="my-auto w-full max-w-[360px] -translate-y-[10vh] pt-[12vh] pb-4">
            <p className="mb-10 flex items-center gap-2.5 font-semibold">
              <Logo />
              Accord
            </p>
            {children}
          </div>
        </main>
      </div>
      <Pattern />
    </div>
  )
}

const ROWS = Array.from({ length: 9 }, (_, row) => row)

/** The logo as a large pattern: matching bars, with an occasional difference. */
function Pattern() {
  return (
    <div className="hidden overflow-hidden border-l border-border bg-canvas lg:grid" aria-hidden="true">
      <svg
        aria-hidden="true"
        viewBox="0 0 720 900"
        preserveAspectRatio="xMidYMid slice"
        className="size-full"
        fill="var(--surface-3)"
      >
        {ROWS.map((row) => (
          <g key={row} transform={`translate(${row % 2 ? -60 : 20} ${row * 104 + 24})`}>
            <rect width="300" height="44" rx="22" />
            <rect x="330" width={row % 3 === 1 ? 180 : 300} height="44" rx="22" />
            {row % 3 === 1 && <rect x="540" width="90" height="44" rx="22" fill="var(--border-strong)" />}
            <rect x="660" width="200" height="44" rx="22" />
          </g>
        ))}
      </svg>
    </div>
  )
}
