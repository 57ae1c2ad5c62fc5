'use client'
import type { ReactNode } from 'react'
import { Link } from './link'

type LinkTab = { href: string; label: ReactNode; current?: boolean }

/** Tabs that are pages: links in a navigation. */
export function LinkTabs({ label, tabs }: { label: string; tabs: LinkTab[] }) {
  return (
    <nav aria-label={label} className="tabs">
      {tabs.map((tab) => (
        <Link key={tab.href} href={tab.href} className="tab" aria-current={tab.current ? 'page' : undefined}>
          {tab.label}
        </Link>
      ))}
    </nav>
  )
}
