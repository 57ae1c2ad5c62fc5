'use client'
import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Link } from './link'

type Tab = { value: string; label: ReactNode; count?: ReactNode; content: ReactNode }
type TabsProps = { label: string; value: string; onChange: (value: string) => void; tabs: Tab[] }

/** Tabs whose panels are on the page already. */
export function Tabs({ label, value, onChange, tabs }: TabsProps) {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List aria-label={label} className="tabs">
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className="tab">
            {tab.label}
            {tab.count !== undefined && <span className="num text-fg-subtle">{tab.count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

type LinkTab = { href: string; label: ReactNode; count?: ReactNode; current?: boolean }

/** Tabs that are pages: links in a navigation. */
export function LinkTabs({ label, tabs }: { label: string; tabs: LinkTab[] }) {
  return (
    <nav aria-label={label} className="tabs">
      {tabs.map((tab) => (
        <Link key={tab.href} href={tab.href} className="tab" aria-current={tab.current ? 'page' : undefined}>
          {tab.label}
          {tab.count !== undefined && <span className="num text-fg-subtle">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  )
}
