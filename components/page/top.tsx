import type { ReactNode } from 'react'

/** The bar at the top of a page. */
export function Top({ children }: { children: ReactNode }) {
  return (
    <header className="flex min-h-[52px] flex-none items-center gap-3 border-b border-border pr-5 pl-6 max-md:px-4 print:hidden">
      {children}
    </header>
  )
}
